/** The sandbox's outcomes of checking firms and beneficial owners (Sandbox test behaviors, KYB and Beneficial-owner KYC). @module */
import type { KycStatus } from '../../../wire/person.js'
import type { verificationStatuses } from '../../../wire/verifications.js'

/** The outcome of a check. */
export interface CheckOutcome {
  /** `kybStatus` of the firm or `kycStatus` of the owner. */
  readonly status: KycStatus
  /** Status of a firm's verification [advice]: the interface names only the firm's own status. */
  readonly verificationStatus: (typeof verificationStatuses)[number]
}

/** By suffix: of a firm's `businessInfo.registrationNumber`, of an owner's `personalInfo.lastName`. */
export const outcomesBySuffix: ReadonlyMap<string, CheckOutcome> = new Map([
  ['001', { status: 'PENDING', verificationStatus: 'IN_PROGRESS' }],
  ['002', { status: 'REJECTED', verificationStatus: 'REJECTED' }],
])

/** The outcome of any other suffix. */
export const otherOutcome: CheckOutcome = { status: 'APPROVED', verificationStatus: 'APPROVED' }

/** The outcome that the last three characters of a text ask for. */
export const outcomeOf = (text: string): CheckOutcome => outcomesBySuffix.get(text.slice(-3)) ?? otherOutcome

/** `kycStatus` of a beneficial owner, by last name. */
export const ownerOutcome = (lastName: string): KycStatus => outcomeOf(lastName).status
