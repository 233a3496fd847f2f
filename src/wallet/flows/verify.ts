/** The verify call of a sign-in. It is sent once, and its answer is stored before it is opened. @module */
import { ServiceError, SessionError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import { checkIdToken } from '../credentials/id-token.js'
import type { Proof } from '../credentials/method.js'
import { advance } from '../record/attempt-commits.js'
import type { Commit, StoredSession } from '../record/record.js'
import { isUnsent } from '../transport/transport.js'
import type { PreparedSignIn } from './challenge.js'
import type { Context } from './context.js'
import { deliver, type OpenContext } from './open-session.js'
import { claim, extend, pendingOf, sentDeadline } from './pending-slot.js'
import { sealedVerifyRoute } from './sealed-routes.js'

const singleUse = {
  ifLost: 'sign in again; a session that did not arrive cannot be used and expires by itself.',
}

type VerifyContext = OpenContext &
  Pick<Context, 'transport' | 'time' | 'pageId' | 'headerNames' | 'passkey' | 'disposed'>

/**
 * Verifies a proof, and stores the session in the answer as the account's session.
 *
 * After a refusal the attempt awaits another proof, unless the proof was bound to the attempt's client key: that key
 * can be used only once. If the call was not sent, the proof can be given again. Once the call is sent, its answer is
 * stored even if the wallet is disposed in the meantime; the next page then opens the answer.
 *
 * @throws the errors of `checkIdToken`, of the transport and of opening the key; SessionError `SUPERSEDED` if
 * another tab is verifying the proof
 */
export async function verifyProof(
  context: VerifyContext,
  signIn: PreparedSignIn,
  proof: Proof,
  signal: AbortSignal,
): Promise<StoredSession> {
  const { journal, transport, pageId, headerNames, sandbox, delivery, disposed } = context
  const { method, attemptId, challenge } = signIn
  const kind = credentialTypes[method.type].proof
  // The sandbox's ID token is a fixed text that this check would refuse.
  if (kind === 'oidcToken' && sandbox.oidcToken === undefined)
    checkIdToken(proof.oidcToken ?? '', { nonce: signIn.nonce, now: transport.now() })
  const clientKey = signIn.clientKey ?? (await delivery.generate())
  disposed.throwIfAborted()
  const deadline = transport.now() + sentDeadline
  let awaitedUntil = 0
  // The commit is not awaited, because only other tabs need the later deadline.
  if (kind === 'assertion') journal.commit(extend(attemptId, deadline)).catch(() => {})
  else {
    const claimed = await journal.commit((record) => {
      awaitedUntil = record.pending?.deadline ?? 0
      return claim(attemptId, pageId, clientKey, deadline)(record)
    })
    if (!claimed) throw new SessionError('SUPERSEDED', 'Another tab has taken over or ended the attempt.')
  }
  const answer = await transport
    .ask(sealedVerifyRoute, {
      params: { id: signIn.credential },
      body: JSON.stringify(method.verifyBody(proof, clientKey.publicKey)),
      headers: challenge?.requestId === undefined ? {} : { [headerNames.requestId]: challenge.requestId },
      singleUse,
      signal,
    })
    .catch(async (error: unknown) => {
      const another = isUnsent(error) || (error instanceof ServiceError && signIn.clientKey === undefined)
      if (another) await journal.commit(reopen(context, signIn, awaitedUntil))
      // In any other case, the attempt ends: it is removed from the record when its slot is released.
      throw error
    })
  return deliver(context, attemptId, answer, clientKey)
}

/**
 * Makes the attempt await a proof again. A wrong code changes neither the time at which another code may be sent nor
 * the deadline of a later code.
 */
const reopen = (context: VerifyContext, signIn: PreparedSignIn, awaitedUntil: number): Commit =>
  advance(signIn.attemptId, 'sent', ({ resendAt }) => {
    const again = pendingOf(context, signIn)
    const mayResendAt = new Date(resendAt ?? 0).getTime()
    // Normally `resendAt` is the time at which the last code was sent. After a 429, it is the end of the pause, which
    // does not tell when a code was sent.
    const codeSentAt = mayResendAt <= context.transport.now() ? mayResendAt : 0
    return {
      ...again,
      deadline: Math.max(again.deadline, awaitedUntil, codeSentAt + signIn.method.deadline(context.passkey)),
      ...(resendAt && { resendAt }),
    }
  })
