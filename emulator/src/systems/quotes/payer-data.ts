/**
 * Checks that a request for a quote contains what the destination requires (create quote, senderCustomerInfo and
 * purposeOfPayment).
 * @module
 */
import type { CreateQuoteBody } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { LookupRecord } from '../../state/records/receiver-lookups.js'
import type { Receiver } from './parties.js'

/**
 * Throws 400 `MISSING_MANDATORY_USER_INFO` unless the request has every field that the lookup listed, and
 * `purposeOfPayment` if the destination requires it. Listed fields are required even if their `mandatory` is false,
 * because the public reference tells platforms to send all of them [reference].
 */
export function requirePayerData(
  { senderCustomerInfo = {}, purposeOfPayment }: CreateQuoteBody,
  { purpose }: Receiver,
  lookup: LookupRecord | undefined,
): void {
  const listed = (lookup?.required ?? []).map(({ name }) => name)
  const wanted = new Set(purpose === 'required' ? [...listed, purposeField] : listed)
  const missing = [...wanted].filter((name) =>
    name === purposeField ? purposeOfPayment === undefined : !senderCustomerInfo[name]?.trim(),
  )
  if (missing.length === 0) return
  const issues = missing.map((name) =>
    name === purposeField ? 'purposeOfPayment' : `senderCustomerInfo.${name}`,
  )
  throw new ApiError(400, 'MISSING_MANDATORY_USER_INFO', 'The destination requires more information.', {
    details: { issues },
  })
}

/** The name of `purposeOfPayment` in a lookup's list of fields. */
const purposeField = 'PURPOSE_OF_PAYMENT'
