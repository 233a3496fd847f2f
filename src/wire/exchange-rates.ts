/** Schemas and route of exchange rates (Exchange rate entry; Other resources). @module */
import * as v from 'valibot'
import { Currency, CurrencyCode, Rate } from './money.js'
import type { TypedRoute } from './route.js'
import { Amount, looseObject, type Schema, Timestamp, text, withDefault } from './schema.js'

/** An exchange rate between two currencies for one payment rail, and the amount that would arrive at this rate. */
export interface ExchangeRate {
  readonly sourceCurrency: Currency
  readonly destinationCurrency: Currency
  /** A payment rail such as `UPI` or `SEPA_INSTANT`. The interface lists it for every rate. */
  readonly destinationPaymentRail?: string
  /** In the smallest unit of the source currency, like `minSendingAmount` and `maxSendingAmount`. */
  readonly sendingAmount: number
  readonly minSendingAmount: number
  readonly maxSendingAmount: number
  /** In the smallest unit of the destination currency. */
  readonly receivingAmount: number
  /** Never compute with this rate: public examples contradict each other about its direction (wire-facts 7.1). */
  readonly exchangeRate: number
  /** In the smallest unit of the source currency. */
  readonly fees: { readonly fixed?: number }
  readonly updatedAt: string
}

/** The answer to {@link listExchangeRatesRoute}. */
export interface ExchangeRateList {
  readonly data: readonly ExchangeRate[]
}

const Unsigned: Schema<number> = v.pipe(Amount, v.minValue(0))

export const ExchangeRate: Schema<ExchangeRate> = looseObject({
  sourceCurrency: Currency,
  destinationCurrency: Currency,
  destinationPaymentRail: v.exactOptional(text(64)),
  sendingAmount: Unsigned,
  minSendingAmount: Unsigned,
  maxSendingAmount: Unsigned,
  receivingAmount: Unsigned,
  exchangeRate: Rate,
  fees: looseObject({ fixed: v.exactOptional(Unsigned) }),
  updatedAt: Timestamp,
})

/** Filters of {@link listExchangeRatesRoute}. */
export interface ExchangeRateFilters {
  readonly sourceCurrency?: string
  readonly sendingAmount?: number
}

/** The default `sendingAmount`, in the smallest unit of the source currency. */
export const defaultSendingAmount = 10_000

/**
 * `GET /exchange-rates`. `destinationCurrency` may be repeated. `sendingAmount` is 0 or more, in the smallest unit of
 * the source currency; default 10000.
 */
export const listExchangeRatesRoute: TypedRoute<
  undefined,
  ExchangeRateList,
  { filters: ExchangeRateFilters; repeatedQuery: 'destinationCurrency' }
> = {
  operation: 'listExchangeRates',
  method: 'GET',
  path: '/exchange-rates',
  filters: {
    sourceCurrency: CurrencyCode,
    sendingAmount: withDefault(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,16}$/),
        v.check((digits) => Number.isSafeInteger(Number(digits)), 'safe integer'),
      ),
      defaultSendingAmount,
    ),
  },
  repeatedQuery: { destinationCurrency: CurrencyCode },
  answer: looseObject({ data: v.array(ExchangeRate) }),
}
