/** Finds out what happened to an attempt that an earlier page or a closed tab left in the record. @module */
import { methodOf } from '../credentials/methods.js'
import { oidcNonce } from '../crypto/client-key.js'
import { discard } from '../record/attempt-commits.js'
import { isPageAlive } from '../record/page-locks.js'
import { type AccountRecord, isOpenable, type Pending } from '../record/record.js'
import type { PreparedSignIn } from './challenge.js'
import type { Context } from './context.js'
import { type OpenContext, openSession } from './open-session.js'
import type { Recovery } from './sync.js'

export type RecoverContext = OpenContext & Pick<Context, 'transport' | 'pageId' | 'isRunning'>

/**
 * Opens a delivered key whose page has been closed, ends an attempt whose answer can no longer arrive, and finds an
 * awaited proof. An attempt of another open page is left alone until its deadline, and one that this page is running
 * until this page ends it.
 */
export async function recover(context: RecoverContext, record: AccountRecord): Promise<Recovery> {
  const { pending } = record
  const { journal, transport, pageId, clock, isRunning } = context
  if (pending === undefined) return { found: 'nothing' }
  if (pending.phase !== 'awaiting' && isRunning(pending)) return { found: 'nothing' }
  const isDue = pending.deadline <= transport.now()
  if (pending.phase === 'awaiting' && !isDue) return { found: 'awaiting', pending }
  const isAlive = pending.pageId === pageId ? true : await isPageAlive(pending.pageId, clock)
  // If the browser cannot tell, the page counts as open until the deadline.
  if (!isDue && isAlive !== false) return { found: 'nothing', until: pending.deadline }
  if (isOpenable(pending, transport.now())) {
    try {
      return { found: 'session', session: await openSession(context, pending) }
    } catch {
      // Another tab ended the attempt, or its key cannot be opened. If a chunk could not be loaded, the next page
      // tries again.
      return { found: 'interrupted' }
    }
  }
  const ended = await journal.commit(discard(pending.attemptId, pending.phase))
  if (ended) return pending.phase === 'awaiting' ? { found: 'nothing' } : { found: 'interrupted' }
  // Its phase has changed in the meantime: the answer may have arrived.
  const now = await journal.read()
  return now.pending?.attemptId === pending.attemptId ? recover(context, now) : { found: 'nothing' }
}

/** The sign-in of a pending attempt in the record. */
export async function signInOf(
  { passkey }: Pick<Context, 'passkey'>,
  pending: Pending,
): Promise<PreparedSignIn> {
  const { clientKey, attemptId, credential, deadline } = pending
  const method = methodOf(pending.type)
  return {
    attemptId,
    method,
    credential,
    clientKey,
    nonce: clientKey ? await oidcNonce(clientKey.publicKey) : '',
    challenge: undefined,
    codeSentAt: deadline - method.deadline(passkey),
    usableUntil: deadline,
  }
}
