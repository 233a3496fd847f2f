/** Prepares a sign-in up to its proof: finds the credential, generates the client key, gets the challenge. @module */
import * as v from 'valibot'
import { ServiceError, TransportError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import { type CredentialChallenge, challengeCredentialRoute, TargetBundle } from '../../wire/credentials.js'
import { jsonOf } from '../../wire/json.js'
import { looseObject, Timestamp } from '../../wire/schema.js'
import type { GetOidcToken, Method } from '../credentials/method.js'
import { oidcNonce } from '../crypto/client-key.js'
import { keyDeliveries } from '../crypto/key-deliveries.js'
import type { AttemptKey, KeyDeliveryMode } from '../crypto/key-delivery.js'
import { assertBound } from '../guards/challenge-body.js'
import { assertCanEncrypt, checkedBundle } from '../guards/code-bundle.js'
import type { Awaited } from '../machine/machine.js'
import { longestPause } from '../transport/transport.js'
import type { CodesSent, SentCode } from './codes-sent.js'
import type { Context } from './context.js'
import { explainKey } from './key-delivery-refusal.js'
import { isAbsence, knownCredential, pickCredential } from './pick-credential.js'

/** The caller's input for a sign-in. */
export interface SignInRequest {
  readonly method: Method
  /** `AuthMethod:…`. Needed if the account has several credentials of the type. */
  readonly credential: string | undefined
  readonly getOidcToken: GetOidcToken | undefined
}

/** How long a prepared challenge must still be valid, in milliseconds, so that the user has time for the dialog. */
const ceremonyTime = 30_000

/** A sign-in that lacks only its proof. */
export interface PreparedSignIn {
  /** Random: identifies the attempt in the record. */
  readonly attemptId: string
  readonly method: Method
  readonly credential: string
  /** How the session's key arrives. An attempt never changes it, not even after an error. */
  readonly keyDelivery: KeyDeliveryMode
  readonly clientKey: AttemptKey | undefined
  readonly nonce: string
  readonly challenge: Partial<CredentialChallenge> | undefined
  /** When the last code was sent: milliseconds since 1970, server time. */
  readonly codeSentAt: number
  readonly resendAt: number
  /** The error with which the service refused to send another code so soon. The last code is awaited instead. */
  readonly tooSoon?: ServiceError
  /** When the preparation becomes too old to use: milliseconds since 1970, server time. */
  readonly usableUntil: number
}

/** The part of a sign-in that the state shows while its proof is awaited. */
export const awaitedBy = ({ method, credential, keyDelivery, resendAt }: PreparedSignIn): Awaited => ({
  type: method.type,
  proof: credentialTypes[method.type].proof,
  credential,
  ...(credentialTypes[method.type].proof === 'otp' && {
    resendAt: new Date(resendAt).toISOString(),
    ...(keyDeliveries[keyDelivery].encryptsCodes && { oneTry: true }),
  }),
})

const singleUse = { ifLost: 'check whether a code has arrived before requesting another.' }

type ChallengeContext = Pick<
  Context,
  'transport' | 'credentials' | 'passkey' | 'deliveries' | 'keyDelivery' | 'codeSettings' | 'clock'
>

/**
 * Prepares everything except the proof. If a code was already sent when the credential was created, no other code is
 * sent. If the service refuses to send another code so soon, the last code that this page requested is awaited.
 *
 * @throws SessionError `CREDENTIAL_NOT_FOUND` and `CREDENTIAL_AMBIGUOUS`; the errors of the challenge call
 */
export async function prepareSignIn(
  context: ChallengeContext,
  { method, credential }: SignInRequest,
  steps: {
    readonly signal: AbortSignal
    readonly codes: CodesSent
    /** Called with `true` before the call that sends a code, and with `false` after it. */
    readonly mailing?: (isOut: boolean) => void
  },
): Promise<PreparedSignIn> {
  const { transport, deliveries, keyDelivery, passkey } = context
  const row = deliveries[keyDelivery]
  const { signal, codes } = steps
  const isEncrypted = row.encryptsCodes && method.challenge === 'code'
  if (isEncrypted) assertCanEncrypt(context)
  // A code that was sent on creation is awaited without a call that tells whether the credential still exists.
  const isAwaitable = method.challenge === 'code' && codes.hasUnasked(credential ?? '')
  const known = isAwaitable ? undefined : knownCredential(context, method, credential)
  const [picked, clientKey] = await Promise.all([
    known ?? pickCredential(context, method, credential, signal),
    method.challenge === 'code' ? undefined : row.generate(),
  ])
  const nonce = clientKey && method.challenge === 'none' ? await oidcNonce(clientKey.publicKey) : ''
  const begun = {
    attemptId: crypto.randomUUID(),
    method,
    credential: picked.id,
    keyDelivery,
    clientKey,
    nonce,
  }
  const ready = (challenge: PreparedSignIn['challenge'], codeSentAt: number): PreparedSignIn => ({
    ...begun,
    challenge,
    codeSentAt,
    resendAt: codeSentAt,
    usableUntil: challenge?.expiresAt
      ? Date.parse(challenge.expiresAt) - ceremonyTime
      : transport.now() + method.deadline(passkey),
  })
  if (method.challenge === 'none') return ready(undefined, 0)
  const challengeOf = (key: AttemptKey | undefined): ReturnType<typeof requestChallenge> =>
    requestChallenge(transport, picked.id, key, signal).catch(async (error: unknown) => {
      // The list says whether the credential has been deleted since it was read.
      if (known && isAbsence(error)) await pickCredential(context, method, credential, signal)
      throw error
    })
  if (method.challenge !== 'code') {
    const challenge = await challengeOf(clientKey)
    await assertBound(challenge, clientKey)
    return ready(challenge, 0)
  }
  /** A code that was sent earlier can be awaited only if it can be sent back. */
  const sentBefore = (code: SentCode | undefined): SentCode | undefined =>
    isEncrypted && code?.bundle === undefined ? undefined : code
  const awaiting = ({ at, bundle }: SentCode): PreparedSignIn =>
    ready(bundle === undefined ? undefined : { otpEncryptionTargetBundle: bundle }, at)
  const unasked = sentBefore(codes.takeUnasked(picked.id))
  if (unasked !== undefined) return awaiting(unasked)
  try {
    steps.mailing?.(true)
    const challenge = await challengeOf(undefined)
    const bundle = isEncrypted ? await checkedBundle(context, challenge) : undefined
    codes.sent(picked.id, 'challenge', bundle)
    return ready(challenge, transport.now())
  } catch (error) {
    // The code may have been sent even though the answer was lost.
    if (error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN')
      codes.sent(picked.id, 'challenge')
    const last = sentBefore(codes.last(picked.id))
    if (!(error instanceof ServiceError) || error.retryAfter === undefined || last === undefined) throw error
    return { ...awaiting(last), resendAt: pausedUntil(transport, error), tooSoon: error }
  } finally {
    steps.mailing?.(false)
  }
}

/** When a call that was answered with a 429 may be sent again: milliseconds since 1970, server time. */
export const pausedUntil = (
  transport: Pick<Context['transport'], 'now'>,
  { retryAfter = 0 }: ServiceError,
): number => transport.now() + Math.min(retryAfter * 1000, longestPause)

/**
 * The answer to a challenge call that sends a code may have no body, so any success status means that the code was
 * sent (Endpoints).
 */
const codeRoute = {
  ...challengeCredentialRoute,
  answer: v.optional(
    looseObject({
      expiresAt: v.exactOptional(Timestamp),
      otpEncryptionTargetBundle: v.exactOptional(TargetBundle),
    }),
  ),
}

/** Requests a code, or binds the client key and gets the passkey challenge. */
export async function requestChallenge(
  transport: Context['transport'],
  credential: string,
  clientKey: AttemptKey | undefined,
  signal: AbortSignal,
): Promise<Partial<CredentialChallenge> | undefined> {
  const params = { id: credential }
  if (clientKey === undefined) return transport.ask(codeRoute, { params, signal, singleUse })
  const body = jsonOf({ clientPublicKey: clientKey.publicKey })
  const mode = 'pair' in clientKey ? 'sealed' : 'client-held'
  return transport.ask(challengeCredentialRoute, { params, signal, body }).catch((error: unknown) => {
    throw explainKey(error, mode, true)
  })
}
