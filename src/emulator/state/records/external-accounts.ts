/** Records of external accounts. @module */
import type { ExternalAccount } from '../../../wire/external-accounts.js'

/** An external account, and the suffix that chooses the outcome of payments to it. */
export interface ExternalAccountRecord {
  readonly wire: ExternalAccount
  /** The last three digits of its primary identifier; empty unless these are digits. */
  readonly suffix: string
}
