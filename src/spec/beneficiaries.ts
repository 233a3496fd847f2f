/** Whose account an external account is: the beneficiary part of `accountInfo` [at date]. @module */
import * as v from 'valibot'
import { CountryCode, PostalAddress } from './address.js'
import { type Schema, text } from './schema.js'

interface Shared {
  readonly email?: string
  readonly phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  readonly countryOfResidence?: string
  /** Required for some account types, see {@link AccountInfoBody}. */
  readonly address?: PostalAddress
}

/** A person. */
export interface IndividualBeneficiary extends Shared {
  readonly beneficiaryType: 'INDIVIDUAL'
  readonly fullName: string
  /** ISO 8601 date */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2 */
  readonly nationality?: string
}

/** A business. */
export interface BusinessBeneficiary extends Shared {
  readonly beneficiaryType: 'BUSINESS'
  readonly legalName: string
  readonly registrationNumber?: string
  readonly taxId?: string
}

/** Who receives what is paid to a bank account. */
export type Beneficiary = IndividualBeneficiary | BusinessBeneficiary

/** Documents that name a person in Colombia. */
export const colombianDocuments = ['CC', 'CE', 'TI', 'NIT', 'PP'] as const

/** A beneficiary in Colombia; individuals may add a document. */
export type ColombianBeneficiary =
  | (IndividualBeneficiary & {
      readonly documentType?: (typeof colombianDocuments)[number]
      readonly documentNumber?: string
    })
  | BusinessBeneficiary

const email = v.pipe(v.string(), v.maxLength(320), v.email())
const phoneNumber = v.pipe(v.string(), v.regex(/^\+?\d[\d ()-]{3,30}$/))
const isoDate = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))

const shared = {
  email: v.exactOptional(email),
  phoneNumber: v.exactOptional(phoneNumber),
  countryOfResidence: v.exactOptional(CountryCode),
  address: v.exactOptional(PostalAddress),
}

const individual = {
  beneficiaryType: v.literal('INDIVIDUAL'),
  fullName: text(256),
  birthDate: v.exactOptional(isoDate),
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
  v.object(individual),
  v.object(business),
])

/** With the address that AED, EUR, EGP and JMD accounts ask for. */
export const AddressedBeneficiary: Schema<Beneficiary & { readonly address: PostalAddress }> = v.variant(
  'beneficiaryType',
  [v.object({ ...individual, address: PostalAddress }), v.object({ ...business, address: PostalAddress })],
)

/** With the phone number that GTQ accounts ask for. */
export const ReachableBeneficiary: Schema<Beneficiary & { readonly phoneNumber: string }> = v.variant(
  'beneficiaryType',
  [v.object({ ...individual, phoneNumber }), v.object({ ...business, phoneNumber })],
)

/** With the address and the phone number that EGP and JMD accounts ask for. */
export const FullBeneficiary: Schema<
  Beneficiary & { readonly address: PostalAddress; readonly phoneNumber: string }
> = v.variant('beneficiaryType', [
  v.object({ ...individual, address: PostalAddress, phoneNumber }),
  v.object({ ...business, address: PostalAddress, phoneNumber }),
])

export const ColombianBeneficiary: Schema<ColombianBeneficiary> = v.variant('beneficiaryType', [
  v.object({
    ...individual,
    documentType: v.exactOptional(v.picklist(colombianDocuments)),
    documentNumber: v.exactOptional(text(64)),
  }),
  v.object(business),
])
