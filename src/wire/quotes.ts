/** Schemas and routes of quotes (Quote; Quotes and transfers). @module */
import * as v from 'valibot'
import { Currency, Rate } from './money.js'
import type { Unlisted } from './open-sets.js'
import { type QuoteStatus, quoteStatuses } from './open-sets.js'
import { RateDetails } from './rate-details.js'
import type { TypedRoute } from './route.js'
import { ScaChallenge } from './sca-challenge.js'
import { Amount, id, looseObject, openSet, type Schema, Timestamp, text } from './schema.js'
import { PayloadToSign } from './signed-request-challenge.js'

/** A price for a payment, locked until `expiresAt`. */
export interface Quote {
  /** `Quote:<uuid>` */
  readonly id: string
  readonly status: QuoteStatus | Unlisted
  readonly createdAt: string
  readonly expiresAt: string
  readonly source: QuoteSource
  readonly destination: Readonly<Record<string, unknown>>
  readonly sendingCurrency: Currency
  readonly receivingCurrency: Currency
  /** In the smallest unit of the sending currency. */
  readonly totalSendingAmount: number
  /** In the smallest unit of the receiving currency. */
  readonly totalReceivingAmount: number
  /**
   * The price of one unit of the receiving currency, in units of the sending currency. Never compute with this rate:
   * public examples contradict this description (wire-facts 7.1).
   */
  readonly exchangeRate: number
  /** In the smallest unit of the sending currency. */
  readonly feesIncluded: number
  readonly transactionId: string
  /**
   * The text to stamp if the source is an embedded wallet. Some quotes contain it in `paymentInstructions` instead
   * [reference].
   */
  readonly payloadToSign?: string
  /** Absent if the source is an internal account that does not need a stamp. */
  readonly paymentInstructions?: readonly PaymentInstruction[]
  /** Information about the other party, by field name. */
  readonly counterpartyInformation?: Readonly<Record<string, string>>
  /** The receiver's name in the platform's own table. The platform backend adds it; the service has no such field. */
  readonly platformPayee?: string
  readonly rateDetails?: RateDetails
  /** What has to be answered before the service pays. Only while `status` is `PENDING_AUTHORIZATION`. */
  readonly scaChallenge?: ScaChallenge | null
}

/** The source of a quote's money. */
export interface QuoteSource {
  /** `ACCOUNT` or `REALTIME_FUNDING` */
  readonly sourceType?: string
  readonly accountId?: string
  readonly customerId?: string
  /** Only if `sourceType` is `REALTIME_FUNDING` [reference]. */
  readonly currency?: string
  /** Only if `sourceType` is `REALTIME_FUNDING` and the asset exists on several blockchains [reference]. */
  readonly cryptoNetwork?: string
}

/** One way to fund a quote. */
export interface PaymentInstruction {
  readonly accountOrWalletInfo: AccountOrWalletInfo
  readonly instructionsNotes?: string
}

/**
 * The account or wallet to pay to. The fields depend on `accountType`, as in the `accountInfo` of an external account.
 */
export interface AccountOrWalletInfo {
  readonly accountType: string
  /** The text to stamp. Only if `accountType` is `EMBEDDED_WALLET`. */
  readonly payloadToSign?: string
  readonly paymentRails?: readonly string[]
  /** The reference that the payment must contain, so that the service can match the payment to the quote. */
  readonly reference?: string
  readonly [field: string]: unknown
}

export const Quote: Schema<Quote> = looseObject({
  id: id('Quote'),
  status: openSet(quoteStatuses),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  source: looseObject({
    sourceType: v.exactOptional(text(64)),
    accountId: v.exactOptional(v.union([id('InternalAccount'), id('ExternalAccount')])),
    customerId: v.exactOptional(id('Customer')),
    currency: v.exactOptional(text(8)),
    cryptoNetwork: v.exactOptional(text(64)),
  }),
  destination: looseObject({}),
  sendingCurrency: Currency,
  receivingCurrency: Currency,
  totalSendingAmount: Amount,
  totalReceivingAmount: Amount,
  exchangeRate: Rate,
  feesIncluded: v.pipe(Amount, v.minValue(0)),
  transactionId: text(64),
  payloadToSign: v.exactOptional(PayloadToSign),
  paymentInstructions: v.exactOptional(
    v.array(
      looseObject({
        accountOrWalletInfo: looseObject({
          accountType: text(64),
          payloadToSign: v.exactOptional(PayloadToSign),
          paymentRails: v.exactOptional(v.array(text(64))),
          reference: v.exactOptional(text(256)),
        }),
        instructionsNotes: v.exactOptional(v.string()),
      }),
    ),
  ),
  counterpartyInformation: v.exactOptional(v.record(v.string(), v.string())),
  platformPayee: v.exactOptional(text(140)),
  rateDetails: v.exactOptional(RateDetails),
  scaChallenge: v.exactOptional(v.nullable(ScaChallenge)),
})

/** `GET /quotes/{quoteId}` */
export const getQuoteRoute: TypedRoute<undefined, Quote, { params: 'quoteId' }> = {
  operation: 'getQuote',
  method: 'GET',
  path: '/quotes/{quoteId}',
  params: { quoteId: 'Quote' },
  answer: Quote,
}

/**
 * `POST /quotes/{quoteId}/execute`: has neither a body nor a request id, because the quote itself is the challenge to
 * stamp (wire-facts 5.3).
 */
export const executeQuoteRoute: TypedRoute<
  undefined,
  Quote,
  { params: 'quoteId'; signed: 'stamp'; idempotent: true }
> = {
  operation: 'executeQuote',
  method: 'POST',
  path: '/quotes/{quoteId}/execute',
  params: { quoteId: 'Quote' },
  answer: Quote,
  signed: 'stamp',
  idempotent: true,
}
