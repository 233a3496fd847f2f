/** Records of receiver lookups. @module */
import type { RequestedField } from '../../../wire/field-names.js'

/** A receiver lookup. If a quote names it, the quote is checked against it. */
export interface LookupRecord {
  readonly id: string
  /** The receiver: a UMA address, or the id of an external account. */
  readonly receiver: string
  /** The customer who wants to pay, if the platform named one. */
  readonly customerId?: string
  readonly currencies: readonly string[]
  readonly required: readonly RequestedField[]
  /**
   * The transaction with the status CREATED that the lookup made. Absent if the lookup named no customer, and once a
   * quote has taken the transaction over.
   */
  readonly transactionId?: string
}
