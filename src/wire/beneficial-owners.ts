/**
 * Schemas and routes of the beneficial owners of businesses (Customer). The service's interface description names only
 * `personalInfo.lastName`, `personalInfo.birthDate` and `kycStatus`; everything else is from its public API reference
 * [reference].
 * @module
 */
import * as v from 'valibot'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import {
  Address,
  AddressBody,
  CalendarDate,
  CountryCode,
  EmailAddress,
  kycStatuses,
  PhoneNumber,
} from './person.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'

/** The roles that an owner can have in the business [reference]. */
export const ownerRoles = [
  'UBO',
  'DIRECTOR',
  'COMPANY_OFFICER',
  'CONTROL_PERSON',
  'TRUSTEE',
  'GENERAL_PARTNER',
] as const

/** The types of `identifier` that a person can have [reference]. */
export const identifierTypes = ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] as const

/** Personal data of a beneficial owner. */
export interface PersonalInfo {
  readonly firstName: string
  readonly middleName?: string
  /** In the sandbox, the last three characters of this name determine the owner's `kycStatus`. */
  readonly lastName: string
  /** `YYYY-MM-DD`. If the date is missing, a verification of the business reports an error. */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly nationality: string
  readonly email?: string
  readonly phoneNumber?: string
  readonly address: Address
  /** One of {@link identifierTypes}. */
  readonly idType: string
  readonly identifier: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly countryOfIssuance?: string
}

const personEntries = {
  firstName: text(128),
  middleName: v.exactOptional(text(128)),
  lastName: text(128),
  birthDate: v.exactOptional(CalendarDate),
  nationality: CountryCode,
  email: v.exactOptional(EmailAddress),
  phoneNumber: v.exactOptional(PhoneNumber),
  identifier: text(64),
  countryOfIssuance: v.exactOptional(CountryCode),
}

/** A beneficial owner. */
export interface BeneficialOwner {
  /** `BeneficialOwner:<uuid>` */
  readonly id: string
  /** `Customer:<uuid>`: the business that the person owns. */
  readonly customerId: string
  /** Values of {@link ownerRoles}; unknown values are accepted. */
  readonly roles: readonly string[]
  /** A percentage from 0 to 100. */
  readonly ownershipPercentage: number
  readonly personalInfo: PersonalInfo
  /** `PENDING`, `APPROVED` or `REJECTED`; unknown values are accepted. */
  readonly kycStatus: string
  readonly createdAt: string
  readonly updatedAt: string
}

const Percentage: Schema<number> = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(100))

/** In a request, the percentage is an integer [reference]. */
const WholePercentage: Schema<number> = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100))

export const BeneficialOwner: Schema<BeneficialOwner> = looseObject({
  id: id('BeneficialOwner'),
  customerId: id('Customer'),
  roles: v.array(text(64)),
  ownershipPercentage: Percentage,
  personalInfo: looseObject({ ...personEntries, address: Address, idType: text(64) }),
  kycStatus: openSet(kycStatuses),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** Body of {@link createBeneficialOwnerRoute} [reference]. */
export interface CreateBeneficialOwnerBody {
  readonly customerId: string
  /** One or more roles, without duplicates. */
  readonly roles: readonly (typeof ownerRoles)[number][]
  /** A percentage from 0 to 100. */
  readonly ownershipPercentage: number
  readonly personalInfo: PersonalInfo
}

/** Body of {@link updateBeneficialOwnerRoute} [reference]. It contains only the fields to change. */
export interface UpdateBeneficialOwnerBody {
  readonly roles?: CreateBeneficialOwnerBody['roles']
  readonly ownershipPercentage?: number
  /** Contains only the fields to change. */
  readonly personalInfo?: Partial<PersonalInfo>
}

const Roles: Schema<CreateBeneficialOwnerBody['roles']> = v.pipe(
  v.array(v.picklist(ownerRoles)),
  v.minLength(1),
  v.check((roles) => new Set(roles).size === roles.length, 'distinct values'),
)

const personBodyEntries = { ...personEntries, address: AddressBody, idType: v.picklist(identifierTypes) }

const personChange: Schema<Partial<PersonalInfo>> = object({
  ...personBodyEntries,
  firstName: v.exactOptional(personBodyEntries.firstName),
  lastName: v.exactOptional(personBodyEntries.lastName),
  nationality: v.exactOptional(personBodyEntries.nationality),
  address: v.exactOptional(personBodyEntries.address),
  idType: v.exactOptional(personBodyEntries.idType),
  identifier: v.exactOptional(personBodyEntries.identifier),
})

/** `POST /beneficial-owners` [reference] */
export const createBeneficialOwnerRoute: TypedRoute<CreateBeneficialOwnerBody, BeneficialOwner> = {
  operation: 'createBeneficialOwner',
  method: 'POST',
  path: '/beneficial-owners',
  body: object({
    customerId: id('Customer'),
    roles: Roles,
    ownershipPercentage: WholePercentage,
    personalInfo: object(personBodyEntries),
  }),
  status: 201,
  answer: BeneficialOwner,
}

/** `GET /beneficial-owners?customerId=` [reference] */
export const listBeneficialOwnersRoute: TypedRoute<
  undefined,
  Page<BeneficialOwner>,
  { query: 'customerId'; filters: PageFilters }
> = {
  operation: 'listBeneficialOwners',
  method: 'GET',
  path: '/beneficial-owners',
  query: { customerId: 'Customer' },
  filters: pageFilters,
  answer: pageOf(BeneficialOwner),
}

/** `GET /beneficial-owners/{id}` [reference] */
export const getBeneficialOwnerRoute: TypedRoute<undefined, BeneficialOwner, { params: 'id' }> = {
  operation: 'getBeneficialOwner',
  method: 'GET',
  path: '/beneficial-owners/{id}',
  params: { id: 'BeneficialOwner' },
  answer: BeneficialOwner,
}

/** `PATCH /beneficial-owners/{id}` [reference] */
export const updateBeneficialOwnerRoute: TypedRoute<
  UpdateBeneficialOwnerBody,
  BeneficialOwner,
  { params: 'id' }
> = {
  operation: 'updateBeneficialOwner',
  method: 'PATCH',
  path: '/beneficial-owners/{id}',
  params: { id: 'BeneficialOwner' },
  body: object({
    roles: v.exactOptional(Roles),
    ownershipPercentage: v.exactOptional(WholePercentage),
    personalInfo: v.exactOptional(personChange),
  }),
  answer: BeneficialOwner,
}
