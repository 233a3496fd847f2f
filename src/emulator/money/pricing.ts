/** What a quote costs: whole numbers only, rounded to the sender's disadvantage, so that the platform never loses a fraction. @module */
import type { CurrencyRow } from './currencies.js'

/** Amounts in the smallest unit of their currency. */
export interface Price {
  readonly sending: bigint
  readonly receiving: bigint
  /** Part of `sending`. */
  readonly fee: bigint
}

/** The platform's fee on a conversion, in basis points of the sending amount. Payments in one currency are free. */
const conversionFee = 50n
const basisPoints = 10_000n

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 * How much one whole unit of the receiving currency costs in whole units of the sending currency, to eight decimals
 * (Quote, exchangeRate).
 */
export const exchangeRate = (from: CurrencyRow, to: CurrencyRow): number =>
  Number((to.value * 100_000_000n) / from.value) / 100_000_000

/** The fee as the interface describes it (Transaction, rateDetails). */
export const rateDetails = (
  price: Price,
): {
  readonly serviceApiMultiplier: number
  readonly serviceApiFixedFee: number
  readonly serviceApiVariableFeeRate: number
  readonly serviceApiVariableFeeAmount: number
} => ({
  serviceApiMultiplier: 1,
  serviceApiFixedFee: 0,
  serviceApiVariableFeeRate: price.fee === 0n ? 0 : Number(conversionFee) / Number(basisPoints),
  serviceApiVariableFeeAmount: Number(price.fee),
})

/** Computes a price, by the side whose amount is locked. */
export const priceOf: Readonly<
  Record<'SENDING' | 'RECEIVING', (amount: bigint, from: CurrencyRow, to: CurrencyRow) => Price>
> = {
  SENDING(amount, from, to) {
    const fee = ceilDiv(amount * feeRate(from, to), basisPoints)
    const [gain, cost] = ratio(from, to)
    return { sending: amount, receiving: ((amount - fee) * gain) / cost, fee }
  },
  RECEIVING(amount, from, to) {
    const [gain, cost] = ratio(from, to)
    const net = ceilDiv(amount * cost, gain)
    const sending = ceilDiv(net * basisPoints, basisPoints - feeRate(from, to))
    return { sending, receiving: amount, fee: sending - net }
  },
}

const feeRate = (from: CurrencyRow, to: CurrencyRow): bigint =>
  from.currency.code === to.currency.code ? 0n : conversionFee

/** How many smallest receiving units one smallest sending unit buys, as a fraction. */
function ratio(from: CurrencyRow, to: CurrencyRow): readonly [gain: bigint, cost: bigint] {
  const unit = (row: CurrencyRow): bigint => 10n ** BigInt(row.currency.decimals)
  return [from.value * unit(to), to.value * unit(from)]
}
