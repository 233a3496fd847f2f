/** The audit trail of the demo's backend, for the workbench: its newest events, with the name of the person. @module */
import type { BackendEvent } from 'embedded-wallet-auth/backend'
import type { AuditEntry } from '../contract.js'

/** The newest events. */
export interface AuditLog {
  /** Takes an event as the backend's `onEvent` gives it. */
  enter(event: BackendEvent): void
  /** The newest last. */
  all(): readonly AuditEntry[]
  clear(): void
}

/** Events that are kept. A real platform sends them to a log that its backend cannot change afterwards. */
const limit = 120

/** An empty log. */
export function createAuditLog(
  personOf: (accountId: string) => string | undefined,
  changed: () => void = () => {},
): AuditLog {
  let entries: readonly AuditEntry[] = []
  let count = 0
  return {
    enter({ accounts = [], ...event }) {
      count += 1
      // A call that was refused before its account was known is still of someone who is logged in.
      const accountId = event.accountId ?? accounts[0]
      const person = accountId === undefined ? undefined : personOf(accountId)
      const entry = { ...event, number: count, ...(person !== undefined && { person }) }
      entries = [...entries.slice(1 - limit), entry]
      changed()
    },
    all: () => entries,
    clear() {
      entries = []
    },
  }
}
