/**
 * Schemas and routes of receiver lookups [reference]. A platform looks up a receiver before it creates a quote. The
 * answer says which currencies the receiver accepts and which information about the sender the receiver requires.
 * @module
 */
import * as v from 'valibot'
import { RequestedField } from './field-names.js'
import { Currency, Rate } from './money.js'
import { UmaAddress } from './person.js'
import type { TypedRoute } from './route.js'
import { Amount, id, looseObject, type Schema, text } from './schema.js'

/** A currency that the receiver accepts. */
export interface ReceiverCurrency {
  readonly currency: Currency
  /** An estimate. Only a quote locks a rate. */
  readonly estimatedExchangeRate: number
  /** The minimum amount, in the smallest unit of the currency. */
  readonly min: number
  /** The maximum amount, in the smallest unit of the currency. */
  readonly max: number
}

/** The fields that the answers to all lookups share. */
export interface ReceiverLookup {
  /** `Lookup:<uuid>`. The platform sends this id when it creates a quote for the receiver. */
  readonly lookupId: string
  readonly supportedCurrencies: readonly ReceiverCurrency[]
  /**
   * The fields that the quote must include: `PURPOSE_OF_PAYMENT` as `purposeOfPayment`, all others in
   * `senderCustomerInfo`. Fields with `mandatory: false` are required too.
   */
  readonly requiredPayerDataFields?: readonly RequestedField[]
}

/** The answer to {@link lookUpUmaRoute}. */
export interface UmaReceiverLookup extends ReceiverLookup {
  readonly receiverUmaAddress: string
}

/** The answer to {@link lookUpExternalAccountRoute}. */
export interface ExternalAccountReceiverLookup extends ReceiverLookup {
  readonly accountId: string
}

const entries = {
  lookupId: id('Lookup'),
  supportedCurrencies: v.array(
    looseObject({ currency: Currency, estimatedExchangeRate: Rate, min: Amount, max: Amount }),
  ),
  requiredPayerDataFields: v.exactOptional(v.array(RequestedField)),
}

export const UmaReceiverLookup: Schema<UmaReceiverLookup> = looseObject({
  ...entries,
  receiverUmaAddress: text(320),
})

export const ExternalAccountReceiverLookup: Schema<ExternalAccountReceiverLookup> = looseObject({
  ...entries,
  accountId: id('ExternalAccount'),
})

/** The customer who wants to pay, identified by UMA address or by id. */
export interface Payer {
  readonly senderUmaAddress?: string
  readonly customerId?: string
}

const payer = { senderUmaAddress: UmaAddress, customerId: id('Customer') }

/**
 * `GET /receiver/uma/{address}`: answers 404 if the address is unknown, and 412 or 424 if the receiver's provider
 * fails.
 */
export const lookUpUmaRoute: TypedRoute<
  undefined,
  UmaReceiverLookup,
  { pathText: 'address'; filters: Payer }
> = {
  operation: 'lookUpUma',
  method: 'GET',
  path: '/receiver/uma/{address}',
  pathText: { address: UmaAddress },
  filters: payer,
  answer: UmaReceiverLookup,
}

/** `GET /receiver/external-account/{externalAccountId}` */
export const lookUpExternalAccountRoute: TypedRoute<
  undefined,
  ExternalAccountReceiverLookup,
  { params: 'externalAccountId'; filters: Payer }
> = {
  operation: 'lookUpExternalAccount',
  method: 'GET',
  path: '/receiver/external-account/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  filters: payer,
  answer: ExternalAccountReceiverLookup,
}
