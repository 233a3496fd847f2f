/**
 * The sandbox's outcomes for verifying businesses and beneficial owners (Sandbox test behaviors, KYB and
 * Beneficial-owner KYC).
 * @module
 */
import type { KycStatus } from '../../../wire/person.js'
import type { verificationStatuses } from '../../../wire/verifications.js'

/** The outcome of a verification. */
export interface CheckOutcome {
  /** `kybStatus` of the business or `kycStatus` of the owner. */
  readonly status: KycStatus
  /** Status of a business's verification. The interface names only the status of the business itself [advice]. */
  readonly verificationStatus: (typeof verificationStatuses)[number]
}

/**
 * Outcomes by the suffix of a business's `businessInfo.registrationNumber` or of an owner's `personalInfo.lastName`.
 */
export const outcomesBySuffix: ReadonlyMap<string, CheckOutcome> = new Map([
  ['001', { status: 'PENDING', verificationStatus: 'IN_PROGRESS' }],
  ['002', { status: 'REJECTED', verificationStatus: 'REJECTED' }],
])

/** The outcome of any other suffix. */
export const otherOutcome: CheckOutcome = { status: 'APPROVED', verificationStatus: 'APPROVED' }

/** The outcome that the last three characters of a text choose. */
export const outcomeOf = (text: string): CheckOutcome => outcomesBySuffix.get(text.slice(-3)) ?? otherOutcome

/** The `kycStatus` that a beneficial owner's last name chooses. */
export const ownerOutcome = (lastName: string): KycStatus => outcomeOf(lastName).status
