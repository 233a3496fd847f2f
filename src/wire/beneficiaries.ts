/** Schemas of the beneficiary in `accountInfo`, who owns the external account [reference]. @module */
import * as v from 'valibot'
import { type Address, AddressBody, CalendarDate, CountryCode, EmailAddress, PhoneNumber } from './person.js'
import { object, type Schema, text } from './schema.js'

interface Shared {
  readonly email?: string
  readonly phoneNumber?: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly countryOfResidence?: string
  /** Required for some account types: see {@link AccountInfoBody}. */
  readonly address?: Address
}

/** A beneficiary that is a person. */
export interface IndividualBeneficiary extends Shared {
  readonly beneficiaryType: 'INDIVIDUAL'
  readonly fullName: string
  /** `YYYY-MM-DD` */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly nationality?: string
}

/** A beneficiary that is a business. */
export interface BusinessBeneficiary extends Shared {
  readonly beneficiaryType: 'BUSINESS'
  readonly legalName: string
  readonly registrationNumber?: string
  readonly taxId?: string
}

/** The person or business that receives payments to a bank account. */
export type Beneficiary = IndividualBeneficiary | BusinessBeneficiary

/** The types of Colombian identity documents. */
export const colombianDocuments = ['CC', 'CE', 'TI', 'NIT', 'PP'] as const

/** The beneficiary of a Colombian account. An individual may have an identity document. */
export type ColombianBeneficiary =
  | (IndividualBeneficiary & {
      readonly documentType?: (typeof colombianDocuments)[number]
      readonly documentNumber?: string
    })
  | BusinessBeneficiary

const shared = {
  email: v.exactOptional(EmailAddress),
  phoneNumber: v.exactOptional(PhoneNumber),
  countryOfResidence: v.exactOptional(CountryCode),
  address: v.exactOptional(AddressBody),
}

const individual = {
  beneficiaryType: v.literal('INDIVIDUAL'),
  fullName: text(256),
  birthDate: v.exactOptional(CalendarDate),
  nationality: v.exactOptional(CountryCode),
  ...shared,
}

const business = {
  beneficiaryType: v.literal('BUSINESS'),
  legalName: text(256),
  registrationNumber: v.exactOptional(text(64)),
  taxId: v.exactOptional(text(64)),
  ...shared,
}

export const Beneficiary: Schema<Beneficiary> = v.variant('beneficiaryType', [
  object(individual),
  object(business),
])

/** A beneficiary with an address, which AED and EUR accounts require. */
export const AddressedBeneficiary: Schema<Beneficiary & { readonly address: Address }> = v.variant(
  'beneficiaryType',
  [object({ ...individual, address: AddressBody }), object({ ...business, address: AddressBody })],
)

/** A beneficiary with a phone number and a country of residence, which GTQ accounts require. */
export const ReachableBeneficiary: Schema<
  Beneficiary & { readonly phoneNumber: string; readonly countryOfResidence: string }
> = v.variant('beneficiaryType', [
  object({ ...individual, phoneNumber: PhoneNumber, countryOfResidence: CountryCode }),
  object({ ...business, phoneNumber: PhoneNumber, countryOfResidence: CountryCode }),
])

const resident = { address: AddressBody, phoneNumber: PhoneNumber, countryOfResidence: CountryCode }

/** A beneficiary with an address, a phone number and a country of residence, which EGP accounts require. */
export const ResidentBeneficiary: Schema<
  Beneficiary & Required<Pick<Beneficiary, 'address' | 'phoneNumber' | 'countryOfResidence'>>
> = v.variant('beneficiaryType', [
  object({ ...individual, ...resident }),
  object({ ...business, ...resident }),
])

/** A beneficiary with an address and a phone number, which JMD accounts require. */
export const FullBeneficiary: Schema<
  Beneficiary & { readonly address: Address; readonly phoneNumber: string }
> = v.variant('beneficiaryType', [
  object({ ...individual, address: AddressBody, phoneNumber: PhoneNumber }),
  object({ ...business, address: AddressBody, phoneNumber: PhoneNumber }),
])

export const ColombianBeneficiary: Schema<ColombianBeneficiary> = v.variant('beneficiaryType', [
  object({
    ...individual,
    documentType: v.exactOptional(v.picklist(colombianDocuments)),
    documentNumber: v.exactOptional(text(64)),
  }),
  object(business),
])
