/**
 * The audit log of the demo's backend, as the workbench shows it: the newest events, with the names of the people.
 * @module
 */
import type { BackendEvent } from 'embedded-wallet-auth/backend'
import type { AuditEntry } from '../contract.js'

/** The newest events. */
export interface AuditLog {
  /** Adds an event from the backend's `onEvent`. */
  enter(event: BackendEvent): void
  /** Returns all events, newest last. */
  all(): readonly AuditEntry[]
  clear(): void
}

/** How many events are kept. A real platform sends them to a log that its backend cannot change afterwards. */
const limit = 120

/** Makes an empty log. */
export function createAuditLog(
  personOf: (accountId: string) => string | undefined,
  changed: () => void = () => {},
): AuditLog {
  let entries: readonly AuditEntry[] = []
  let count = 0
  return {
    enter({ accounts = [], ...event }) {
      count += 1
      // If a call is refused before the backend knows its account, the event still shows who was logged in.
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
