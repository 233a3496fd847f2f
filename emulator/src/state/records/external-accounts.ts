/** Records of external accounts. @module */
import type { ExternalAccount } from 'embedded-wallet-auth/wire'

/** An external account, and the suffix that selects the outcome of payments to it. */
export interface ExternalAccountRecord {
  readonly wire: ExternalAccount
  /** The last three digits of the account's identifier. Empty unless the last three characters are digits. */
  readonly suffix: string
}
