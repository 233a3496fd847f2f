/** Checks beneficiary names as the sandbox does (Sandbox test behaviors, Beneficiary name verification). @module */
import type { Beneficiary, ExternalAccount } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'

type Verified = Pick<ExternalAccount, 'beneficiaryVerificationStatus' | 'beneficiaryVerifiedData'>

/**
 * The results of the name check, by suffix. An account with the suffix 105 is refused. For any other suffix, the name
 * matches.
 */
export const verificationOutcomes: Readonly<
  Record<string, NonNullable<ExternalAccount['beneficiaryVerificationStatus']>>
> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
}

/** The suffix of accounts that the name check refuses. */
export const invalidSuffix = '105'

const nameOf = (beneficiary: Beneficiary): string =>
  beneficiary.beneficiaryType === 'INDIVIDUAL' ? beneficiary.fullName : beneficiary.legalName

/**
 * The name that the check reports, by result. Other results report no name. For a partial match, the first name is
 * reduced to an initial.
 */
const knownNames: Readonly<Record<string, (name: string) => string>> = {
  MATCHED: (name) => name,
  PARTIAL_MATCH: (name) => name.replace(/^(\S)\S+/, '$1.'),
}

/** Checks a beneficiary's name. Throws 400 `INVALID_BANK_ACCOUNT` for the suffix 105. */
export function verifyBeneficiary(beneficiary: Beneficiary, suffix: string): Verified {
  if (suffix === invalidSuffix) {
    throw new ApiError(400, 'INVALID_BANK_ACCOUNT', 'The beneficiary check found no such account.')
  }
  const status = verificationOutcomes[suffix] ?? 'MATCHED'
  const known = knownNames[status]?.(nameOf(beneficiary))
  return {
    beneficiaryVerificationStatus: status,
    ...(known === undefined ? {} : { beneficiaryVerifiedData: { fullName: known } }),
  }
}
