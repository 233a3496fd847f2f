/** Finds out what happened to the attempts that an earlier page or a closed tab left in the record. @module */
import { methodOf } from '../credentials/methods.js'
import { oidcNonce } from '../crypto/client-key.js'
import { attemptIn, discard } from '../record/attempt-commits.js'
import { isPageAlive } from '../record/page-locks.js'
import type { AccountRecord, Pending } from '../record/record.js'
import { isOpenable } from '../record/sweep.js'
import type { PreparedSignIn } from './challenge.js'
import type { Context } from './context.js'
import { openSession } from './open-session.js'
import { type RecoverContext, recoverHeld } from './recover-held.js'
import type { Recovery } from './sync.js'

/** Longer than any attempt waits, in milliseconds. A deadline further ahead is wrong, so it counts as past. */
const longestWait = 3_600_000

/**
 * Opens delivered keys whose page has been closed, ends attempts whose answer can no longer arrive, and finds an
 * awaited proof. An attempt of another open page is left alone until its deadline. An attempt that this page is running
 * is left alone until this page has ended it.
 */
export async function recover(context: RecoverContext, record: AccountRecord): Promise<readonly Recovery[]> {
  const found: Recovery[] = []
  // The refresh comes first, because a recovered sign-in ends the refresh.
  for (const attempt of [record.refresh, record.pending])
    if (attempt) found.push(await recoverAttempt(context, attempt))
  return found
}

async function recoverAttempt(context: RecoverContext, attempt: Pending): Promise<Recovery> {
  const { journal, transport, pageId, clock, isRunning } = context
  if (attempt.phase !== 'awaiting' && isRunning(attempt)) return { found: 'nothing' }
  const left = attempt.deadline - transport.now()
  const isDue = left <= 0 || left > longestWait
  if (attempt.phase === 'awaiting' && !isDue) return { found: 'awaiting', pending: attempt }
  const isAlive = attempt.pageId === pageId ? true : await isPageAlive(attempt.pageId, clock)
  // If the browser cannot tell whether the page is open, the page counts as open until the deadline.
  if (!isDue && isAlive !== false) return { found: 'nothing', until: attempt.deadline }
  if (isOpenable(attempt, transport.now())) {
    try {
      return { found: 'session', session: await openSession(context, attempt) }
    } catch {
      // Another tab ended the attempt, or the attempt's key cannot be opened.
      return { found: 'interrupted' }
    }
  }
  const held = attempt.phase === 'sent' ? await recoverHeld(context, attempt) : undefined
  if (held) return held
  const ended = await journal.commit((record) =>
    // Another page may have taken over the attempt in the meantime.
    attemptIn(record, attempt.attemptId)?.pageId === attempt.pageId
      ? discard(attempt.attemptId, attempt.phase)(record)
      : undefined,
  )
  if (ended) return attempt.phase === 'awaiting' ? { found: 'nothing' } : { found: 'interrupted' }
  // The commit was refused because the attempt has changed: its answer may have arrived, or another page has it.
  const still = attemptIn(await journal.read(), attempt.attemptId)
  return still ? recoverAttempt(context, still) : { found: 'nothing' }
}

/** Restores the sign-in of a pending attempt from the record. */
export async function signInOf(
  { passkey }: Pick<Context, 'passkey'>,
  pending: Pending,
): Promise<PreparedSignIn> {
  const { attemptId, credential, deadline, resendAt, keyDelivery = 'sealed' } = pending
  const method = methodOf(pending.type)
  // While a code is awaited, there is no client key yet, because each verify call generates its own. If the record has
  // one, this library did not store it, so it is ignored.
  const clientKey = method.challenge === 'code' ? undefined : pending.clientKey
  const codeSentAt = deadline - method.deadline(passkey)
  return {
    attemptId,
    method,
    credential,
    keyDelivery,
    clientKey,
    nonce: clientKey ? await oidcNonce(clientKey.publicKey) : '',
    challenge: undefined,
    codeSentAt,
    resendAt: resendAt === undefined ? codeSentAt : Date.parse(resendAt),
    usableUntil: deadline,
  }
}
