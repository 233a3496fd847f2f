/**
 * Schemas and routes of customers (Customer; Other resources). The service's interface description contains only the
 * deletion of a customer, the fields of an individual and one field of a business. The other calls and fields are from
 * its public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import { BeneficialOwner } from './beneficial-owners.js'
import { CurrencyCode } from './money.js'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import {
  Address,
  AddressBody,
  CalendarDate,
  CountryCode,
  EmailAddress,
  type KycStatus,
  kycStatuses,
  PhoneNumber,
  UmaAddress,
} from './person.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'

/** The types of customers. */
export const customerTypes = ['INDIVIDUAL', 'BUSINESS'] as const

/**
 * The fields of a business. `registrationNumber` is from the service's interface description; the others are from its
 * public API reference [reference].
 */
export interface BusinessInfo {
  readonly legalName: string
  readonly doingBusinessAs?: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly country?: string
  /** In the sandbox, the last three digits of this number determine the outcome of a verification. */
  readonly registrationNumber?: string
  /** `YYYY-MM-DD` */
  readonly incorporatedOn?: string
  readonly entityType?: string
  readonly taxId?: string
  /** ISO 3166-1 alpha-2 country codes. */
  readonly countriesOfOperation?: readonly string[]
  readonly businessType?: string
  readonly purposeOfAccount?: string
  readonly sourceOfFunds?: string
  readonly expectedMonthlyTransactionCount?: string
  readonly expectedMonthlyTransactionVolume?: string
  /** ISO 3166-1 alpha-2 country codes. */
  readonly expectedRecipientJurisdictions?: readonly string[]
}

const countries = v.exactOptional(v.pipe(v.array(CountryCode), v.maxLength(250)))
const word = v.exactOptional(text(256))

const businessEntries = {
  legalName: text(256),
  doingBusinessAs: word,
  country: v.exactOptional(CountryCode),
  registrationNumber: v.exactOptional(text(64)),
  incorporatedOn: v.exactOptional(CalendarDate),
  entityType: word,
  taxId: v.exactOptional(text(64)),
  countriesOfOperation: countries,
  businessType: word,
  purposeOfAccount: word,
  sourceOfFunds: word,
  expectedMonthlyTransactionCount: word,
  expectedMonthlyTransactionVolume: word,
  expectedRecipientJurisdictions: countries,
}

/** A customer of the platform. */
export interface Customer {
  /** `Customer:<uuid>` */
  readonly id: string
  readonly platformCustomerId: string
  /** `INDIVIDUAL` or `BUSINESS` */
  readonly customerType: string
  /** Full UMA address, `$name@domain`. */
  readonly umaAddress: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly region?: string
  /** The codes of the enabled currencies. */
  readonly currencies?: readonly string[]
  readonly email?: string
  /** In E.164: the number that codes of SMS_OTP are texted to (wire-facts 11.2 [current]). */
  readonly phoneNumber?: string
  readonly address?: Address
  /** Only for individuals. */
  readonly kycStatus?: (typeof kycStatuses)[number] | Unlisted
  readonly fullName?: string
  /** `YYYY-MM-DD` */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly nationality?: string
  /** Only for businesses [reference]. */
  readonly kybStatus?: (typeof kycStatuses)[number] | Unlisted
  /** Only for businesses [reference]. */
  readonly businessInfo?: BusinessInfo
  /** Only for businesses [reference]. */
  readonly beneficialOwners?: readonly BeneficialOwner[]
  readonly isDeleted?: boolean
  readonly createdAt?: string
  readonly updatedAt?: string
}

export const Customer: Schema<Customer> = looseObject({
  id: id('Customer'),
  platformCustomerId: text(256),
  customerType: openSet(customerTypes),
  umaAddress: text(320),
  region: v.exactOptional(CountryCode),
  currencies: v.exactOptional(v.array(CurrencyCode)),
  email: v.exactOptional(text(320)),
  phoneNumber: v.exactOptional(text(320)),
  address: v.exactOptional(Address),
  kycStatus: v.exactOptional(openSet(kycStatuses)),
  fullName: v.exactOptional(text(256)),
  birthDate: v.exactOptional(CalendarDate),
  nationality: v.exactOptional(CountryCode),
  kybStatus: v.exactOptional(openSet(kycStatuses)),
  businessInfo: v.exactOptional(looseObject(businessEntries)),
  beneficialOwners: v.exactOptional(v.array(BeneficialOwner)),
  isDeleted: v.exactOptional(v.boolean()),
  createdAt: v.exactOptional(Timestamp),
  updatedAt: v.exactOptional(Timestamp),
})

/** The fields that individuals and businesses share. */
interface CommonFields {
  /** The platform's own id for the customer. If `POST /customers` omits it, the service chooses one [our choice]. */
  readonly platformCustomerId?: string
  readonly region?: string
  readonly currencies?: readonly string[]
  readonly email?: string
  /** In E.164: the number that codes of SMS_OTP are texted to (wire-facts 11.2 [current]). */
  readonly phoneNumber?: string
  /** A UMA address, unique within the platform. If `POST /customers` omits it, the service chooses one. */
  readonly umaAddress?: string
  readonly address?: Address
}

/** Body of `POST /customers` [reference]. */
export type CreateCustomerBody =
  | (CommonFields & {
      readonly customerType: 'INDIVIDUAL'
      readonly kycStatus?: KycStatus
      readonly fullName?: string
      readonly birthDate?: string
      readonly nationality?: string
    })
  | (CommonFields & {
      readonly customerType: 'BUSINESS'
      readonly kybStatus?: KycStatus
      readonly businessInfo?: BusinessInfo
    })

/** Body of `PATCH /customers/{customerId}` [reference]. It contains `customerType` and the fields to change. */
export type UpdateCustomerBody =
  | Extract<CreateCustomerBody, { customerType: 'INDIVIDUAL' }>
  | (Omit<Extract<CreateCustomerBody, { customerType: 'BUSINESS' }>, 'businessInfo'> & {
      /** Contains only the fields to change. */
      readonly businessInfo?: Partial<BusinessInfo>
    })

const commonEntries = {
  platformCustomerId: v.exactOptional(text(256)),
  region: v.exactOptional(CountryCode),
  currencies: v.exactOptional(v.pipe(v.array(CurrencyCode), v.minLength(1), v.maxLength(64))),
  email: v.exactOptional(EmailAddress),
  phoneNumber: v.exactOptional(PhoneNumber),
  // The schema accepts any text, because a malformed UMA address has its own error code, which the emulator returns.
  umaAddress: v.exactOptional(text(320)),
  address: v.exactOptional(AddressBody),
}

const individualEntries = {
  customerType: v.literal('INDIVIDUAL'),
  ...commonEntries,
  kycStatus: v.exactOptional(v.picklist(kycStatuses)),
  fullName: v.exactOptional(text(256)),
  birthDate: v.exactOptional(CalendarDate),
  nationality: v.exactOptional(CountryCode),
}

const firmEntries = {
  customerType: v.literal('BUSINESS'),
  ...commonEntries,
  kybStatus: v.exactOptional(v.picklist(kycStatuses)),
}

export const CreateCustomerBody: Schema<CreateCustomerBody> = v.variant('customerType', [
  object(individualEntries),
  object({ ...firmEntries, businessInfo: v.exactOptional(object(businessEntries)) }),
])

export const UpdateCustomerBody: Schema<UpdateCustomerBody> = v.variant('customerType', [
  object(individualEntries),
  object({
    ...firmEntries,
    businessInfo: v.exactOptional(
      object({ ...businessEntries, legalName: v.exactOptional(businessEntries.legalName) }),
    ),
  }),
])

/** `POST /customers` [reference]: answers 409 `UMA_ADDRESS_EXISTS` if another customer has the UMA address. */
export const createCustomerRoute: TypedRoute<CreateCustomerBody, Customer> = {
  operation: 'createCustomer',
  method: 'POST',
  path: '/customers',
  body: CreateCustomerBody,
  status: 201,
  answer: Customer,
}

/** Filters of {@link listCustomersRoute}. */
export interface CustomerFilters extends PageFilters {
  readonly platformCustomerId?: string
  readonly customerType?: (typeof customerTypes)[number]
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly region?: string
  readonly currency?: string
  readonly umaAddress?: string
  readonly isIncludingDeleted?: boolean
}

/** `GET /customers` [reference]. The time filters are inclusive. Deleted customers are left out by default. */
export const listCustomersRoute: TypedRoute<undefined, Page<Customer>, { filters: CustomerFilters }> = {
  operation: 'listCustomers',
  method: 'GET',
  path: '/customers',
  filters: {
    ...pageFilters,
    platformCustomerId: text(256),
    customerType: v.picklist(customerTypes),
    createdAfter: Timestamp,
    createdBefore: Timestamp,
    updatedAfter: Timestamp,
    updatedBefore: Timestamp,
    region: CountryCode,
    currency: CurrencyCode,
    umaAddress: UmaAddress,
    isIncludingDeleted: v.picklist(['true', 'false']),
  },
  answer: pageOf(Customer),
}

/** `GET /customers/{customerId}` [reference] */
export const getCustomerRoute: TypedRoute<undefined, Customer, { params: 'customerId' }> = {
  operation: 'getCustomer',
  method: 'GET',
  path: '/customers/{customerId}',
  params: { customerId: 'Customer' },
  answer: Customer,
}

/**
 * `PATCH /customers/{customerId}` [reference]. If the call changes the e-mail address of a customer who has an
 * EMAIL_OTP credential on an embedded wallet, or the phone number of one who has an SMS_OTP credential, the service
 * first answers 202 with a challenge without a `type`. The caller then repeats the call with a stamp.
 */
export const updateCustomerRoute: TypedRoute<
  UpdateCustomerBody,
  Customer,
  { params: 'customerId'; signed: 'retry' }
> = {
  operation: 'updateCustomer',
  method: 'PATCH',
  path: '/customers/{customerId}',
  params: { customerId: 'Customer' },
  body: UpdateCustomerBody,
  answer: Customer,
  signed: 'retry',
}

/** `DELETE /customers/{customerId}`: answers 410 `CUSTOMER_DELETED` if the customer is already deleted [reference]. */
export const deleteCustomerRoute: TypedRoute<undefined, Customer, { params: 'customerId' }> = {
  operation: 'deleteCustomer',
  method: 'DELETE',
  path: '/customers/{customerId}',
  params: { customerId: 'Customer' },
  answer: Customer,
}
