/** Records of receiver lookups. @module */
import type { RequestedField } from '../../../wire/field-names.js'

/** A receiver lookup. A quote that names it is checked against it. */
export interface LookupRecord {
  readonly id: string
  /** A UMA address, or the id of an external account. */
  readonly receiver: string
  /** The customer for whom the platform asked, if it named one. */
  readonly customerId?: string
  readonly currencies: readonly string[]
  readonly required: readonly RequestedField[]
  /** The pending transaction that the lookup created, until a quote takes it over. */
  readonly transactionId?: string
}
