/**
 * Estimates the fees of a withdrawal to a blockchain (wire-facts 7.6 [reference]). The fees are made up [our choice].
 * @module
 */
import type { WithdrawalFee } from 'embedded-wallet-auth/wire'
import { ApiError, invalidCurrency, invalidInput } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { accountById } from '../../handler/find-records.js'
import { type CurrencyRow, currencyRow } from '../../money/currencies.js'

/** The supported assets of each network, and its fee in millionths of a US dollar. */
const networks: Readonly<Record<string, { readonly assets: readonly string[]; readonly fee: bigint }>> = {
  SPARK: { assets: ['BTC', 'USDB'], fee: 1_000n },
  LIGHTNING: { assets: ['BTC'], fee: 5_000n },
  BITCOIN: { assets: ['BTC'], fee: 1_500_000n },
  SOLANA: { assets: ['USDC', 'USDT'], fee: 10_000n },
  BASE: { assets: ['USDC', 'USDT'], fee: 50_000n },
  POLYGON: { assets: ['USDC', 'USDT'], fee: 20_000n },
  TRON: { assets: ['USDC', 'USDT'], fee: 1_000_000n },
  ETHEREUM: { assets: ['USDC', 'USDT'], fee: 2_000_000n },
}

/** The platform's fee, in basis points of the amount. */
const applicationBasisPoints = 10n

/** The calls under `/crypto`. */
export const withdrawalRoutes: SystemRoutes = [
  on('estimateWithdrawalFee', 'Estimate the fee of a withdrawal to a blockchain', ({ context, body }) => {
    const { currency } = accountById(context, body.internalAccountId)
    if (body.currency !== currency) {
      throw invalidCurrency(`The currency must be that of the account: ${currency}.`, 'currency')
    }
    const name = body.cryptoNetwork.toUpperCase()
    const network = Object.hasOwn(networks, name) ? networks[name] : undefined
    if (!network?.assets.includes(currency)) {
      throw invalidInput(`${currency} is not supported on this network.`, 'cryptoNetwork')
    }
    return { answer: estimate(currencyRow(currency), BigInt(body.amount), network.fee) }
  }),
]

/**
 * Estimates the fees, in the currency's smallest unit. They are rounded up, so that the platform never loses a
 * fraction.
 */
function estimate({ currency, value }: CurrencyRow, amount: bigint, networkFee: bigint): WithdrawalFee {
  const network = ceilDiv(networkFee * 10n ** BigInt(currency.decimals), value)
  const application = ceilDiv(amount * applicationBasisPoints, 10_000n)
  const total = network + application
  if (total >= amount) {
    throw new ApiError(400, 'AMOUNT_OUT_OF_RANGE', 'The amount must exceed the fees.')
  }
  return {
    networkFee: Number(network),
    networkFeeAsset: currency.code,
    applicationFee: Number(application),
    totalFee: Number(total),
    netAmount: Number(amount - total),
  }
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
