/** Schemas of amounts and currencies (Conventions). @module */
import * as v from 'valibot'
import { Amount, looseObject, type Schema } from './schema.js'

/** A currency, or an asset such as Bitcoin. */
export interface Currency {
  /** A code in the style of ISO 4217. Assets have such codes too, for example `BTC`. */
  readonly code: string
  readonly name?: string
  readonly symbol?: string
  /** The number of digits after the decimal point. If it is 2, amounts are in hundredths of the currency. */
  readonly decimals?: number
}

export const CurrencyCode: Schema<string> = v.pipe(v.string(), v.regex(/^[A-Z0-9]{3,8}$/))

export const Currency: Schema<Currency> = looseObject({
  code: CurrencyCode,
  name: v.exactOptional(v.pipe(v.string(), v.maxLength(128))),
  symbol: v.exactOptional(v.pipe(v.string(), v.maxLength(16))),
  decimals: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18))),
})

/** An amount with its currency. */
export interface Money {
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly currency: Currency
}

export const Money: Schema<Money> = looseObject({ amount: Amount, currency: Currency })

/**
 * A rate or a multiplier. It must be finite, because JavaScript reads some JSON numbers, such as `1e400`, as
 * `Infinity`.
 */
export const Rate: Schema<number> = v.pipe(v.number(), v.finite())
