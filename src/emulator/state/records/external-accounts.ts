/** Records of external accounts. @module */
import type { ExternalAccount } from '../../../wire/external-accounts.js'

/** An external account, and the suffix that chooses its outcome. */
export interface ExternalAccountRecord {
  readonly wire: ExternalAccount
  /** The last three digits of its primary identifier; empty where there are none. */
  readonly suffix: string
}
