/** Records of receiver lookups. @module */
import type { RequestedField } from 'embedded-wallet-auth/wire'

/** A receiver lookup. A quote that names the lookup is checked against this record. */
export interface LookupRecord {
  readonly id: string
  /** The receiver: a UMA address, or the id of an external account. */
  readonly receiver: string
  /** The customer who wants to pay, if the platform named one. */
  readonly customerId?: string
  readonly currencies: readonly string[]
  readonly required: readonly RequestedField[]
  /**
   * The transaction that the lookup created, with the status CREATED. Absent if the lookup has no `customerId`, or if a
   * quote has already taken over the transaction.
   */
  readonly transactionId?: string
}
