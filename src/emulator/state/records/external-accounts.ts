/** An external account as it is kept. @module */
import type { ExternalAccount } from '../../../wire/external-accounts.js'

/** What goes out, and what the sandbox goes by. */
export interface ExternalAccountRecord {
  readonly wire: ExternalAccount
  /** The last three digits of its primary identifier; empty where there are none. */
  readonly suffix: string
}
