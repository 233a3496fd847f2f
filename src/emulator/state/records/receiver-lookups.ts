/** Records of receiver lookups. @module */
import type { RequestedField } from '../../../wire/field-names.js'

/** A lookup, which a quote that names it is checked against. */
export interface LookupRecord {
  readonly id: string
  /** A UMA address, or the id of an external account. */
  readonly receiver: string
  /** The customer who asked, if one did. */
  readonly customerId?: string
  readonly currencies: readonly string[]
  readonly required: readonly RequestedField[]
  /** The transaction that the lookup created, until a quote takes it over. */
  readonly transactionId?: string
}
