/** The verify call of a sign-in. It is sent once, and its answer is stored before it is opened. @module */

import { ServiceError, TransportError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import { verifyCredentialRoute } from '../../wire/credentials.js'
import { pageHeaderNames } from '../../wire/headers.js'
import { jsonOf } from '../../wire/json.js'
import { plainCode } from '../../wire/plain-code.js'
import type { Session } from '../../wire/sessions.js'
import { checkIdToken } from '../credentials/id-token.js'
import type { Proof } from '../credentials/method.js'
import { encryptCode } from '../crypto/encrypt-code.js'
import type { AttemptKey } from '../crypto/key-delivery.js'
import { assertCanEncrypt, present } from '../guards/code-bundle.js'
import { advance, attemptIn } from '../record/attempt-commits.js'
import type { Commit, StoredSession } from '../record/record.js'
import { isUnsent } from '../transport/transport.js'
import type { PreparedSignIn } from './challenge.js'
import { confirmCode } from './confirm-code.js'
import type { Context } from './context.js'
import { explainKey, explainPlainCode } from './key-delivery-refusal.js'
import { deliverProven, sessionDespite } from './lost-session.js'
import { deliver, type OpenContext, type SentAttempt } from './open-session.js'
import { claim, extend, pendingOf, recordSend, sentDeadline, takenOver } from './pending-slot.js'

const singleUse = {
  ifLost: 'sign in again; a session that did not arrive cannot be used and expires by itself.',
}

type VerifyContext = OpenContext &
  Pick<
    Context,
    'transport' | 'time' | 'clock' | 'pageId' | 'passkey' | 'disposed' | 'codeSettings' | 'guard' | 'timed'
  >

/** What one verify call sends. */
interface Verification {
  readonly signIn: PreparedSignIn
  readonly proof: Proof
  readonly clientKey: AttemptKey
  readonly signal: AbortSignal
}

/**
 * Verifies a proof, and stores the session in the answer as the account's session.
 *
 * After a refusal the attempt awaits another proof, unless the proof was bound to the attempt's client key: that key
 * can be used only once. If the call was not sent, the proof can be given again. Once the call is sent, its answer is
 * stored even if the wallet is disposed in the meantime; the next page then opens the answer. If the answer is lost and
 * the key is the page's own, the session is looked up in the list of sessions, and has to answer a stamp by that key.
 *
 * @throws the errors of `checkIdToken`, of the transport, of encrypting the code and of opening the key; SessionError
 * `SUPERSEDED` if another tab is verifying the proof
 */
export async function verifyProof(
  context: VerifyContext,
  signIn: PreparedSignIn,
  proof: Proof,
  signal: AbortSignal,
): Promise<StoredSession> {
  const { journal, transport, sandbox, deliveries, disposed } = context
  const { method, attemptId, keyDelivery } = signIn
  const row = deliveries[keyDelivery]
  const kind = credentialTypes[method.type].proof
  const isEncrypted = row.encryptsCodes && kind === 'otp'
  // The sandbox's ID token is a fixed text that this check would refuse.
  if (kind === 'oidcToken' && sandbox.oidcToken === undefined)
    checkIdToken(proof.oidcToken ?? '', { nonce: signIn.nonce, now: transport.now() })
  const clientKey = signIn.clientKey ?? (await row.generate())
  disposed.throwIfAborted()
  const attempt = { attemptId, keyDelivery, clientKey }
  const verification = { signIn, proof, clientKey, signal }
  const { awaitedUntil, bundle } =
    kind === 'assertion'
      ? await recordAssertion(context, attempt)
      : await claimAwaited(context, attempt, isEncrypted)
  const sent = isEncrypted ? sendEncrypted(context, verification, bundle) : send(context, verification)
  const answer = await sent.catch(async (thrown: unknown) => {
    const error = isEncrypted ? thrown : explainKey(explainPlainCode(thrown, bundle), keyDelivery, false)
    // Whether the call has been sent whose answer is the session. That of an encrypted code is recorded first.
    const isOut = !isEncrypted || attemptIn(journal.known(), attemptId)?.sentAt !== undefined
    const proven = isOut ? await sessionDespite(error, context, attempt, signal) : undefined
    if (proven) return proven
    const isByInput = signIn.clientKey === undefined
    const another = isUnsent(error) || !isOut || (thrown instanceof ServiceError && isByInput)
    if (another) await journal.commit(reopen(context, signIn, awaitedUntil))
    // In any other case, the attempt ends: it is removed from the record when its slot is released.
    throw error
  })
  return 'found' in answer ? deliverProven(context, attempt, answer) : deliver(context, attempt, answer)
}

/** What the record said about the awaited proof, just before this page claimed it. */
interface Claimed {
  readonly awaitedUntil: number
  /** That of the last code, which any tab may have requested. */
  readonly bundle?: string | undefined
}

/** @throws SessionError `SUPERSEDED` if another tab is verifying the proof */
async function claimAwaited(
  { journal, transport, pageId, deliveries }: VerifyContext,
  { attemptId, keyDelivery, clientKey }: SentAttempt,
  isEncrypted: boolean,
): Promise<Claimed> {
  const at = transport.now()
  const sentAt = deliveries[keyDelivery].survivesLoss && !isEncrypted ? at : undefined
  const made = await journal.commit(claim(attemptId, pageId, clientKey, at + sentDeadline, sentAt))
  if (!made) throw takenOver()
  const { deadline = 0, otpBundle } = made.before.pending ?? {}
  return { awaitedUntil: deadline, bundle: otpBundle }
}

/** The attempt of an assertion has had its slot since before the ceremony, and nobody else awaits the assertion. */
async function recordAssertion(
  context: VerifyContext,
  { attemptId, keyDelivery }: SentAttempt,
): Promise<Claimed> {
  const { journal, transport, deliveries } = context
  if (deliveries[keyDelivery].survivesLoss) await recordSend(context, attemptId)
  // Not awaited, because only other tabs need the later deadline.
  else journal.commit(extend(attemptId, transport.now() + sentDeadline)).catch(() => {})
  return { awaitedUntil: 0 }
}

/** Sends a proof whose answer is the session. */
async function send(
  { transport }: VerifyContext,
  { signIn, proof, clientKey, signal }: Verification,
): Promise<Session> {
  const { method, credential, challenge } = signIn
  const reply = await transport.send(verifyCredentialRoute, {
    params: { id: credential },
    body: jsonOf(method.verifyBody?.(proof, clientKey.publicKey)),
    headers: challenge?.requestId === undefined ? {} : { [pageHeaderNames.requestId]: challenge.requestId },
    singleUse,
    signal,
  })
  if (reply.kind === 'done') return reply.value
  // The proof is spent, and a challenge begins no session, so there is nothing to look for.
  throw new TransportError('MALFORMED_ANSWER', 'The service answered the proof with a challenge.')
}

/** Encrypts a code to the key in the bundle of the last code, and sends it in two requests. */
async function sendEncrypted(
  context: VerifyContext,
  { signIn, proof, clientKey, signal }: Verification,
  bundle: string | undefined,
): Promise<Session> {
  const { method, attemptId, credential } = signIn
  if ('pair' in clientKey) throw new TypeError('A client-held session needs a signing key.')
  const settings = assertCanEncrypt(context)
  const encryptedOtpBundle = await encryptCode(
    plainCode(proof.otp ?? ''),
    clientKey,
    present(bundle),
    settings,
  )
  const body = jsonOf({ type: method.type, encryptedOtpBundle })
  return confirmCode(context, { attemptId, credential, key: clientKey, body, signal })
}

/**
 * Makes the attempt await a proof again. A wrong code changes neither the time at which another code may be sent nor
 * the deadline of a later code.
 */
const reopen = (context: VerifyContext, signIn: PreparedSignIn, awaitedUntil: number): Commit => {
  const awaiting = advance(signIn.attemptId, 'sent', ({ resendAt, otpBundle }) => {
    const again = pendingOf(context, signIn)
    const mayResendAt = new Date(resendAt ?? 0).getTime()
    // Normally `resendAt` is the time at which the last code was sent. After a 429, it is the end of the pause, which
    // does not tell when a code was sent.
    const codeSentAt = mayResendAt <= context.transport.now() ? mayResendAt : 0
    return {
      ...again,
      // The bundle of the last code, which any tab may have requested.
      ...(otpBundle && { otpBundle }),
      deadline: Math.max(again.deadline, awaitedUntil, codeSentAt + signIn.method.deadline(context.passkey)),
      ...(resendAt && { resendAt }),
    }
  })
  // Another page may have taken over the attempt, if this one was suspended.
  return (record) => (record.pending?.pageId === context.pageId ? awaiting(record) : undefined)
}
