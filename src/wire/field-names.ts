/** The names of the customer fields that a payment may require [reference]. @module */
import * as v from 'valibot'
import { looseObject, type Schema, text } from './schema.js'

/** The keys of `counterpartyInformation`, `senderCustomerInfo` and `receiverCustomerInfo`. */
export const fieldNames = [
  'FULL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'PHONE_NUMBER',
  'EMAIL',
  'POSTAL_ADDRESS',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'USER_TYPE',
  'COUNTRY_OF_RESIDENCE',
  'ACCOUNT_IDENTIFIER',
  'FI_LEGAL_ENTITY_NAME',
  'FI_ADDRESS',
  'PURPOSE_OF_PAYMENT',
  'ULTIMATE_INSTITUTION_COUNTRY',
  'IDENTIFIER',
  'BUSINESS_TYPE',
  'COMPANY_LEGAL_NAME',
] as const

/** A customer field that the other party to a payment requests. */
export interface RequestedField {
  /** One of {@link fieldNames}; unknown values are accepted. */
  readonly name: string
  readonly mandatory: boolean
}

export const RequestedField: Schema<RequestedField> = looseObject({
  name: text(64),
  mandatory: v.boolean(),
})

/** Information about a customer, by field name. */
export type CustomerInfo = Readonly<Record<string, string>>

/** The schema of customer information. A field name has at most 64 characters, a value at most 1024. */
export const CustomerInfo: Schema<CustomerInfo> = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.pipe(v.string(), v.maxLength(1024)),
)
