/**
 * Verifies an encrypted code in two requests. The first is answered with a token, and the second has the token's stamp
 * by the client key (wire-facts 11.2 [current]). What the second request needs is stored between them, so that the next
 * page can send it.
 * @module
 */
import { base64urlToBytes } from '../../base64url.js'
import { TransportError } from '../../errors.js'
import { verifyCredentialRoute } from '../../wire/credentials.js'
import type { Session } from '../../wire/sessions.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import { compressedHex } from '../crypto/client-key.js'
import type { SessionKey } from '../crypto/prove-session-key.js'
import { stamp } from '../crypto/stamp.js'
import { refused } from '../guards/payload-guard.js'
import { confirming } from '../record/attempt-commits.js'
import type { Pending } from '../record/record.js'
import { answerChallenge, type SigningSteps, signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'
import { recordSend, sentDeadline, takenOver } from './pending-slot.js'

type ConfirmContext = Pick<Context, 'transport' | 'guard' | 'journal' | 'pageId' | 'timed' | 'disposed'>

/** The second request begins the session, and may be answered only once. */
const singleUse = {
  ifLost: 'sign in again; a session that is not in the list of sessions expires by itself.',
}

/** What both requests of a verification need. */
interface Confirmation {
  readonly attemptId: string
  readonly credential: string
  readonly key: SessionKey
  /** The body of both requests. */
  readonly body: string
  readonly signal?: AbortSignal
}

/**
 * Sends both requests, and resolves with the session. Nothing is lost if the first answer is: no session has begun.
 *
 * @throws SessionError `SUPERSEDED` if the attempt has ended in the meantime, `PAYLOAD_REFUSED` for a token that is not
 * for this key; the errors of the signed retry
 */
export async function confirmCode(context: ConfirmContext, confirmation: Confirmation): Promise<Session> {
  const { attemptId, body } = confirmation
  const { transport, journal, disposed } = context
  const { value, stamped } = await signedRetry(context, verifyCredentialRoute, callOf(confirmation), {
    ...stepsOf(context, confirmation),
    challenged: async (challenge) => {
      assertToken(challenge, confirmation.key)
      const { payloadToSign, requestId, expiresAt } = challenge
      const asked = { payloadToSign, requestId, expiresAt, body }
      const deadline = transport.now() + sentDeadline
      if ((await journal.commit(confirming(attemptId, asked, deadline))) === undefined) throw takenOver()
      disposed.throwIfAborted()
    },
    beforeRetry: () => recordSend(context, attemptId),
  })
  if (stamped !== undefined) return value
  throw new TransportError('MALFORMED_ANSWER', 'The service began a session without asking for a stamp.')
}

/**
 * Sends the second request of an attempt whose page was closed before it sent it. The record lets one page do so.
 *
 * @throws the errors of {@link confirmCode}
 */
export async function continueCode(
  context: ConfirmContext,
  { attemptId, credential, clientKey, confirmation, pageId: before }: Pending,
  signal: AbortSignal,
): Promise<Session> {
  if (confirmation === undefined || clientKey === undefined || 'pair' in clientKey) throw takenOver()
  const { body, ...challenge } = confirmation
  const all = { attemptId, credential, key: clientKey, body, signal }
  const { value } = await answerChallenge(context, verifyCredentialRoute, callOf(all), challenge, {
    ...stepsOf(context, all),
    challenged: async () => assertToken(challenge, clientKey),
    beforeRetry: () => recordSend(context, attemptId, before),
  })
  return value
}

const callOf = ({ credential, body, signal }: Confirmation) => ({
  params: { id: credential },
  body,
  singleUse,
  signal,
})

/** The stamp is real in the sandbox too, whose magic stamp is only for sessions. */
const stepsOf = ({ timed }: ConfirmContext, { key }: Confirmation): SigningSteps => ({
  singleUse,
  stamp: (payload) =>
    timed(
      () => stamp(payload, key.privateKey, key.publicKey),
      () => ({ type: 'stamp' }),
    ),
})

/** Refuses a token whose claims are readable and name another key. Anything else in it is opaque. */
function assertToken(
  { payloadToSign }: Pick<SignedRequestChallenge, 'payloadToSign'>,
  key: SessionKey,
): void {
  const named = keyIn(payloadToSign)
  if (named !== undefined && compressedHex(named) !== key.publicKey)
    throw refused("names a key other than this attempt's client key")
}

function keyIn(token: string): string | undefined {
  const bytes = base64urlToBytes(token.split('.')[1] ?? '')
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const { public_key: named } = Object(claims) as { readonly public_key?: unknown }
    return typeof named === 'string' ? named : undefined
  } catch {
    return undefined
  }
}
