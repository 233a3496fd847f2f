/** Takes up what an earlier page or a vanished tab left in the record. @module */
import { isOwnerAlive } from '../owners.js'
import { type AccountRecord, discard, isOpenable, type Pending, type StoredSession } from '../record.js'
import { openSession } from './open-session.js'
import type { Surroundings } from './surroundings.js'

/** What became of a pending attempt. */
export type Recovery =
  /** Nothing to take up, or its owner is at it until `until` (milliseconds, server's time). */
  | { readonly found: 'nothing'; readonly until?: number }
  /** A delivered key was opened. */
  | { readonly found: 'session'; readonly session: StoredSession }
  /** A proof is awaited. */
  | { readonly found: 'awaiting'; readonly pending: Pending }
  /** The attempt ended without an answer, or with one that does not open. */
  | { readonly found: 'interrupted' }

/**
 * Opens a delivered key whose page is gone, ends an attempt whose answer cannot come any more, and finds a proof that is
 * awaited. Attempts of live owners are left alone until their deadline.
 */
export async function recover(surroundings: Surroundings, record: AccountRecord): Promise<Recovery> {
  const { pending } = record
  const { journal, transport, owner } = surroundings
  if (pending === undefined) return { found: 'nothing' }
  const due = pending.deadline <= transport.now()
  if (pending.phase === 'awaiting' && !due) return { found: 'awaiting', pending }
  if (!due && (pending.owner === owner || (await isOwnerAlive(pending.owner)) !== false)) {
    return { found: 'nothing', until: pending.deadline }
  }
  if (isOpenable(pending, transport.now())) {
    try {
      return { found: 'session', session: await openSession(surroundings, pending) }
    } catch {
      // Ended by another tab, or opened to nothing; what could not be loaded stays for the next page.
      return { found: 'interrupted' }
    }
  }
  const ended = await journal.commit(discard(pending.attemptId))
  return ended && pending.phase !== 'awaiting' ? { found: 'interrupted' } : { found: 'nothing' }
}
