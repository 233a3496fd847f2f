/** Schemas and routes of customer verifications (Verification; Verification status). @module */
import * as v from 'valibot'
import type { documentTypes } from './documents.js'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'

/** The statuses of a verification. */
export const verificationStatuses = [
  'RESOLVE_ERRORS',
  'PENDING_MANUAL_REVIEW',
  'IN_PROGRESS',
  'APPROVED',
  'REJECTED',
  'READY_FOR_VERIFICATION',
] as const

/**
 * The types of errors in a verification. `MISSING_FIELD` and `MISSING_PROOF_OF_ADDRESS_DOCUMENT` are from the service's
 * interface description; the others are from its public API reference [reference].
 */
export const verificationErrorTypes = [
  'MISSING_FIELD',
  'INVALID_FIELD',
  'MISSING_LEGAL_PRESENCE_DOCUMENT',
  'MISSING_CONTROL_STRUCTURE_DOCUMENT',
  'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
  'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
  'MISSING_IDENTITY_DOCUMENT',
  'INVALID_DOCUMENT',
  'EXPIRED_DOCUMENT',
  'POOR_QUALITY_DOCUMENT',
  'SUSPECTED_FRAUD_DOCUMENT',
  'WRONG_DOCUMENT_TYPE',
  'INCOMPLETE_DOCUMENT',
  'UNREADABLE_DOCUMENT',
  'DOCUMENT_VERIFICATION_FAILED',
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
  'MISSING_BENEFICIAL_OWNER',
] as const

/** A reason why a verification is not approved. */
export interface VerificationError {
  /** The id of the customer or beneficial owner that the error is about. */
  readonly resourceId: string
  readonly type: (typeof verificationErrorTypes)[number] | Unlisted
  readonly reason: string
  /** Only for `MISSING_FIELD`: the path of the field, such as `customer.address.line1` or `personalInfo.birthDate`. */
  readonly field?: string
  /** Only if a document is missing: the accepted document types. One document of any of these types is enough. */
  readonly acceptedDocumentTypes?: readonly string[]
}

/** An identity check of a person or business. */
export interface Verification {
  /** `Verification:<uuid>` */
  readonly id: string
  readonly customerId: string
  readonly verificationStatus: (typeof verificationStatuses)[number] | Unlisted
  /** Empty when the status is `APPROVED` or `IN_PROGRESS`. */
  readonly errors: readonly VerificationError[]
  readonly createdAt: string
  readonly updatedAt?: string
}

export const Verification: Schema<Verification> = looseObject({
  id: id('Verification'),
  customerId: id('Customer'),
  verificationStatus: openSet(verificationStatuses),
  errors: v.array(
    looseObject({
      resourceId: text(64),
      type: openSet(verificationErrorTypes),
      reason: v.pipe(v.string(), v.maxLength(1024)),
      field: v.exactOptional(text(256)),
      acceptedDocumentTypes: v.exactOptional(v.array(text(64))),
    }),
  ),
  createdAt: Timestamp,
  updatedAt: v.exactOptional(Timestamp),
})

/**
 * The document types that prove an address. The service's interface description names only `PROOF_OF_ADDRESS`; the
 * others are not publicly documented [our choice].
 */
export const proofsOfAddress: readonly (typeof documentTypes)[number][] = [
  'PROOF_OF_ADDRESS',
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'BANK_STATEMENT',
  'RENT_OR_LEASE_AGREEMENT',
]

/** Body of {@link createVerificationRoute}. */
export interface CreateVerificationBody {
  readonly customerId: string
}

/** `POST /verifications` */
export const createVerificationRoute: TypedRoute<CreateVerificationBody, Verification> = {
  operation: 'createVerification',
  method: 'POST',
  path: '/verifications',
  body: object({ customerId: id('Customer') }),
  answer: Verification,
}

/** Filters of {@link listVerificationsRoute}. */
export interface VerificationFilters extends PageFilters {
  readonly customerId?: string
  readonly verificationStatus?: (typeof verificationStatuses)[number]
}

/** `GET /verifications` [reference] */
export const listVerificationsRoute: TypedRoute<
  undefined,
  Page<Verification>,
  { filters: VerificationFilters }
> = {
  operation: 'listVerifications',
  method: 'GET',
  path: '/verifications',
  filters: {
    ...pageFilters,
    customerId: id('Customer'),
    verificationStatus: v.picklist(verificationStatuses),
  },
  answer: pageOf(Verification),
}

/** `GET /verifications/{id}` [reference] */
export const getVerificationRoute: TypedRoute<undefined, Verification, { params: 'id' }> = {
  operation: 'getVerification',
  method: 'GET',
  path: '/verifications/{id}',
  params: { id: 'Verification' },
  answer: Verification,
}
