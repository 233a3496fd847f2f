/**
 * Checks that a request contains the information about the sender and the payment that the destination requires
 * (create quote, senderCustomerInfo and purposeOfPayment).
 * @module
 */
import type { CreateQuoteBody } from '../../../wire/quote-creation.js'
import { ApiError } from '../../handler/api-error.js'
import type { LookupRecord } from '../../state/records/receiver-lookups.js'
import type { Receiver } from './parties.js'

/**
 * Throws 400 `MISSING_MANDATORY_USER_INFO` unless the request has every field that the lookup listed, and the purpose
 * of the payment if the destination requires it. Even a listed field whose `mandatory` is false is required, because
 * the public reference tells platforms to send every listed field [reference].
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

/** The name under which a lookup lists `purposeOfPayment`. */
const purposeField = 'PURPOSE_OF_PAYMENT'
