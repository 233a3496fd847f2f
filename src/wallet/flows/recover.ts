/** Takes up what an earlier page or a vanished tab left in the record. @module */

import { methodOf } from '../credentials/table.js'
import { oidcNonce } from '../crypto/client-key.js'
import { discard } from '../record/attempt-commits.js'
import { isOwnerAlive } from '../record/page-locks.js'
import { type AccountRecord, isOpenable, type Pending } from '../record/record.js'
import type { Attempt } from './challenge.js'
import type { Surroundings } from './context.js'
import { openSession } from './open-session.js'
import type { Recovery } from './sync.js'

/**
 * Opens a delivered key whose page is gone, ends an attempt whose answer cannot come any more, and finds a proof that is
 * awaited. Attempts of live owners are left alone until their deadline, and this page's own until it has ended them.
 */
export async function recover(surroundings: Surroundings, record: AccountRecord): Promise<Recovery> {
  const { pending } = record
  const { journal, transport, owner, clock, isUnderWay } = surroundings
  if (pending === undefined) return { found: 'nothing' }
  if (pending.phase !== 'awaiting' && isUnderWay(pending)) return { found: 'nothing' }
  const isDue = pending.deadline <= transport.now()
  const isAlive = pending.owner === owner ? true : await isOwnerAlive(pending.owner, clock)
  if (pending.phase === 'awaiting' && !isDue) return { found: 'awaiting', pending, gone: isAlive !== true }
  // Where nobody can tell, the owner is believed to be there until its deadline.
  if (!isDue && isAlive !== false) return { found: 'nothing', until: pending.deadline }
  if (isOpenable(pending, transport.now())) {
    try {
      return { found: 'session', session: await openSession(surroundings, pending) }
    } catch {
      // Ended by another tab, or opened to nothing; what could not be loaded stays for the next page.
      return { found: 'interrupted' }
    }
  }
  const ended = await journal.commit(discard(pending.attemptId, pending.phase))
  if (ended) return pending.phase === 'awaiting' ? { found: 'nothing' } : { found: 'interrupted' }
  // It has moved on meanwhile: its answer may have come.
  const now = await journal.read()
  return now.pending?.attemptId === pending.attemptId ? recover(surroundings, now) : { found: 'nothing' }
}

/** The attempt that a record's entry is about. */
export async function attemptOf({ passkey }: Surroundings, pending: Pending): Promise<Attempt> {
  const { clientKey, attemptId, credential, deadline } = pending
  const method = methodOf(pending.type)
  return {
    attemptId,
    method,
    credential,
    clientKey,
    nonce: clientKey ? await oidcNonce(clientKey.publicKey) : '',
    challenge: undefined,
    mailedAt: deadline - method.deadline(passkey),
    usableUntil: deadline,
  }
}
