/** Schemas and route for creating a quote. @module */
import * as v from 'valibot'
import { CustomerInfo } from './field-names.js'
import { CurrencyCode } from './money.js'
import { UmaAddress } from './person.js'
import { Quote } from './quotes.js'
import type { TypedRoute } from './route.js'
import { Amount, id, object, type Schema, text, withDefault } from './schema.js'

/** The payment rails over which money reaches an external account. */
const paymentRails = [
  'ACH',
  'BANK_TRANSFER',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'MOBILE_MONEY',
  'PAYNOW',
  'PIX',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UPI',
  'WIRE',
] as const

/** One of {@link paymentRails}. */
export type PaymentRail = (typeof paymentRails)[number]

/** The source of the money: an account, or a payment from outside the service (`REALTIME_FUNDING`). */
export type QuoteSourceBody =
  | { readonly sourceType: 'ACCOUNT'; readonly accountId: string; readonly customerId?: string }
  | {
      readonly sourceType: 'REALTIME_FUNDING'
      readonly currency: string
      readonly customerId?: string
      /** The blockchain, such as `SOLANA`. Needed for an asset that exists on several blockchains [reference]. */
      readonly cryptoNetwork?: string
    }

/** The destination of the money: an internal or external account, or a UMA address. */
export type QuoteDestinationBody =
  | {
      readonly destinationType: 'ACCOUNT'
      readonly accountId: string
      readonly paymentRail?: PaymentRail
    }
  | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency?: string }

/** The values of `purposeOfPayment`. */
export const purposesOfPayment = [
  'GIFT',
  'SELF',
  'GOODS_OR_SERVICES',
  'EDUCATION',
  'HEALTH_OR_MEDICAL',
  'REAL_ESTATE_PURCHASE',
  'TAX_PAYMENT',
  'LOAN_PAYMENT',
  'UTILITY_BILL',
  'DONATION',
  'TRAVEL',
  'OTHER',
] as const

/** Body of `POST /quotes`. The required fields are those of the public API reference [reference]. */
export interface CreateQuoteBody {
  readonly source: QuoteSourceBody
  readonly destination: QuoteDestinationBody
  readonly lockedCurrencySide: 'SENDING' | 'RECEIVING'
  /** In the smallest unit of the locked currency, 1 to 9,000,000,000,000,000. */
  readonly lockedCurrencyAmount: number
  /** The id of a receiver lookup, `Lookup:<uuid>`. Required if the destination is a UMA address. */
  readonly lookupId?: string
  /**
   * Default `false`. Not allowed if the source is an embedded wallet or an account that the service cannot debit
   * directly.
   */
  readonly immediatelyExecute?: boolean
  readonly description?: string
  readonly purposeOfPayment?: (typeof purposesOfPayment)[number]
  /**
   * Must contain every field in the lookup's `requiredPayerDataFields` except `PURPOSE_OF_PAYMENT`. If there are no
   * such fields, omit `senderCustomerInfo`.
   */
  readonly senderCustomerInfo?: CustomerInfo
}

const customerId = v.exactOptional(id('Customer'))

export const CreateQuoteBody: Schema<CreateQuoteBody> = object({
  source: v.variant('sourceType', [
    object({ sourceType: v.literal('ACCOUNT'), accountId: text(64), customerId }),
    object({
      sourceType: v.literal('REALTIME_FUNDING'),
      currency: CurrencyCode,
      customerId,
      cryptoNetwork: v.exactOptional(text(64)),
    }),
  ]),
  destination: v.variant('destinationType', [
    object({
      destinationType: v.literal('ACCOUNT'),
      accountId: text(64),
      paymentRail: v.exactOptional(v.picklist(paymentRails)),
    }),
    object({
      destinationType: v.literal('UMA_ADDRESS'),
      umaAddress: UmaAddress,
      currency: v.exactOptional(CurrencyCode),
    }),
  ]),
  lockedCurrencySide: v.picklist(['SENDING', 'RECEIVING']),
  lockedCurrencyAmount: v.pipe(Amount, v.minValue(1), v.maxValue(9_000_000_000_000_000)),
  lookupId: v.exactOptional(id('Lookup')),
  immediatelyExecute: v.exactOptional(withDefault(v.boolean(), false)),
  description: v.exactOptional(v.pipe(v.string(), v.maxLength(1024))),
  purposeOfPayment: v.exactOptional(v.picklist(purposesOfPayment)),
  senderCustomerInfo: v.exactOptional(CustomerInfo),
})

/** `POST /quotes`. The status 201 is from the public API reference [reference]. */
export const createQuoteRoute: TypedRoute<CreateQuoteBody, Quote, { idempotent: true }> = {
  operation: 'createQuote',
  method: 'POST',
  path: '/quotes',
  body: CreateQuoteBody,
  status: 201,
  answer: Quote,
  idempotent: true,
}
