/** Records of receiver lookups. @module */
import type { RequestedField } from '../../../wire/field-names.js'

/** A receiver lookup. A quote that refers to the lookup is checked against it. */
export interface LookupRecord {
  readonly id: string
  /** The receiver: a UMA address, or the id of an external account. */
  readonly receiver: string
  /** The customer who wants to pay, if the platform named one. */
  readonly customerId?: string
  readonly currencies: readonly string[]
  readonly required: readonly RequestedField[]
  /**
   * The transaction that the lookup created, with the status CREATED. Absent if the lookup named no customer, or if a
   * quote has already taken over the transaction.
   */
  readonly transactionId?: string
}
