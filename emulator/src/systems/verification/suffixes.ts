/**
 * The verification outcomes that the sandbox selects by a suffix (Sandbox test behaviors, KYB and Beneficial-owner
 * KYC).
 * @module
 */
import type { KycStatus, verificationStatuses } from 'embedded-wallet-auth/wire'

/** The outcome of a verification. */
export interface CheckOutcome {
  /** The resulting `kybStatus` of a business or `kycStatus` of a beneficial owner. */
  readonly status: KycStatus
  /**
   * The resulting status of a business's verification. The service documents only the resulting status of the business
   * [our choice].
   */
  readonly verificationStatus: (typeof verificationStatuses)[number]
}

/**
 * The outcomes, by the suffix of a business's `businessInfo.registrationNumber` or of a beneficial owner's
 * `personalInfo.lastName`.
 */
export const outcomesBySuffix: ReadonlyMap<string, CheckOutcome> = new Map([
  ['001', { status: 'PENDING', verificationStatus: 'IN_PROGRESS' }],
  ['002', { status: 'REJECTED', verificationStatus: 'REJECTED' }],
])

/** The outcome for a suffix that is not in `outcomesBySuffix`. */
export const otherOutcome: CheckOutcome = { status: 'APPROVED', verificationStatus: 'APPROVED' }

/** Returns the outcome for the last three characters of a text. */
export const outcomeOf = (text: string): CheckOutcome => outcomesBySuffix.get(text.slice(-3)) ?? otherOutcome

/** Returns the `kycStatus` of a beneficial owner with this last name. */
export const ownerOutcome = (lastName: string): KycStatus => outcomeOf(lastName).status
