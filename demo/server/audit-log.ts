/** The audit log of the demo's backend, for the workbench: the newest events, with the name of the person. @module */
import type { BackendEvent } from 'embedded-wallet-auth/backend'
import type { AuditEntry } from '../contract.js'

/** The newest events. */
export interface AuditLog {
  /** Adds an event from the backend's `onEvent`. */
  enter(event: BackendEvent): void
  /** Returns all events, the newest last. */
  all(): readonly AuditEntry[]
  clear(): void
}

/**
 * The number of events that are kept. A real platform sends them to a log that its backend cannot change afterwards.
 */
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
      // A call that was refused before its account was known still belongs to the logged-in person.
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
