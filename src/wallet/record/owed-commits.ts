/**
 * Commits that ended a session in memory and still have to be made in the storage that failed. Without them, the
 * session would come back when that storage works again.
 * @module
 */
import type { ServerTime } from '../time/server-time.js'
import { readRecord } from './read-record.js'
import { type AccountRecord, type Commit, following } from './record.js'

export interface OwedCommits {
  add(change: Commit): void
  /** Makes the commits in the storage, as long as it works. Resolves with whether none is left. Never rejects. */
  settle(): Promise<boolean>
}

/** @param update changes the record in the storage that failed. Rejects if it still fails */
export function createOwedCommits(
  time: Pick<ServerTime, 'now'>,
  update: (updater: (stored: unknown) => unknown) => Promise<unknown>,
): OwedCommits {
  /**
   * Each with the server's time of the commit, which prevents the commit from ending a session or a sign-in that
   * another tab has started since.
   */
  const owed = new Map<Commit, number>()
  return {
    add: (change) => void owed.set(change, time.now()),
    async settle() {
      for (const [change, at] of owed) {
        try {
          await update((stored) => madeLate(readRecord(stored), change, at) ?? stored)
        } catch {
          return false
        }
        owed.delete(change)
      }
      return true
    },
  }
}

function madeLate(record: AccountRecord | undefined, change: Commit, at: number): AccountRecord | undefined {
  const isNewer = Date.parse(record?.session?.authenticatedAt ?? '') > at
  const next = record && !isNewer && change(record)
  const begun = record?.pending && (record.pending.since ?? 0) > at && { pending: record.pending }
  return next ? following(record, { ...next, ...begun }) : undefined
}
