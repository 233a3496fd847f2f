/**
 * Computes the price of a quote in integers. Amounts are rounded against the sender, so that the platform never loses a
 * fraction of a unit.
 * @module
 */
import type { CurrencyRow } from './currencies.js'

/** A price. Amounts are in the smallest unit of their currency. */
export interface Price {
  readonly sending: bigint
  readonly receiving: bigint
  /** The part of `sending` that is the platform's fee. */
  readonly fee: bigint
}

/**
 * The platform's fee on a conversion, in basis points of the sending amount. A payment without a conversion is free.
 */
const conversionFee = 50n
const basisPoints = 10_000n

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 * Returns the price of one whole unit of the receiving currency, in whole units of the sending currency (Quote,
 * exchangeRate). It is the number that is nearest to the exact ratio: a fixed count of decimals would leave nothing of
 * the rate between a dear and a cheap currency.
 */
export const exchangeRate = (from: CurrencyRow, to: CurrencyRow): number =>
  Number(to.value) / Number(from.value)

/** Returns the fee details that the API shows (Transaction, rateDetails). */
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

/** Computes a price from the sending amount or from the receiving amount, whichever is locked. */
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

/**
 * Returns the exact exchange rate as a fraction: `cost` smallest units of the sending currency buy `gain` smallest
 * units of the receiving currency.
 */
function ratio(from: CurrencyRow, to: CurrencyRow): readonly [gain: bigint, cost: bigint] {
  const unit = (row: CurrencyRow): bigint => 10n ** BigInt(row.currency.decimals)
  return [from.value * unit(to), to.value * unit(from)]
}
