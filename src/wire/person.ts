/** Schemas of fields that people and businesses share: countries, dates, addresses, statuses (Customer). @module */
import * as v from 'valibot'
import { isEmailAddress } from './email-address.js'
import { phoneNumberPattern } from './phone-number.js'
import { dateExists, looseObject, object, type Schema, text } from './schema.js'

/** A country code: ISO 3166-1 alpha-2, in upper case. */
export const CountryCode: Schema<string> = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))

/** A calendar date, `YYYY-MM-DD` (Conventions). Dates that do not exist are refused. */
export const CalendarDate: Schema<string> = v.pipe(v.string(), v.isoDate(), dateExists)

/** An e-mail address, as `isEmailAddress` accepts it. */
export const EmailAddress: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(320),
  v.check(isEmailAddress, 'an e-mail address'),
)

/** A phone number in E.164 format [reference]. */
export const PhoneNumber: Schema<string> = v.pipe(v.string(), v.regex(phoneNumberPattern))

/** A UMA address, `$name@domain`, of at most 320 characters. The name is case-insensitive. */
export const UmaAddress: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(320),
  v.regex(/^\$[\w.+-]{1,64}@[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:\d{1,5})?$/),
)

/** A postal address. */
export interface Address {
  readonly line1: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly country: string
}

const addressEntries = {
  line1: text(256),
  line2: v.exactOptional(text(256)),
  city: v.exactOptional(text(128)),
  state: v.exactOptional(text(128)),
  postalCode: text(32),
  country: CountryCode,
}

/** The schema of an address in a request. */
export const AddressBody: Schema<Address> = object(addressEntries)

/** The schema of an address in an answer. */
export const Address: Schema<Address> = looseObject(addressEntries)

/** The KYC and KYB statuses of a person or business (Customer, kycStatus). Answers may contain unknown values. */
export const kycStatuses = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'] as const

/** One of {@link kycStatuses}. */
export type KycStatus = (typeof kycStatuses)[number]
