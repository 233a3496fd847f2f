/** Prepares a sign-in up to its proof: picks the credential, generates the client key, gets the challenge. @module */
import * as v from 'valibot'
import { SessionError } from '../../errors.js'
import {
  type AuthMethod,
  type CredentialChallenge,
  challengeCredentialRoute,
  listCredentialsRoute,
} from '../../wire/credentials.js'
import { Timestamp } from '../../wire/schema.js'
import type { GetOidcToken, Method } from '../credentials/method.js'
import { type ClientKey, oidcNonce } from '../crypto/client-key.js'
import type { Awaited } from '../machine/machine.js'
import type { Context } from './context.js'

/** What the caller passed to sign in with. */
export interface SignInRequest {
  readonly method: Method
  /** `AuthMethod:…`. Needed if the account has several credentials of the type. */
  readonly credential: string | undefined
  readonly getOidcToken: GetOidcToken | undefined
}

/** A sign-in that lacks only its proof. */
export interface PreparedSignIn {
  /** Random: identifies the attempt in the record. */
  readonly attemptId: string
  readonly method: Method
  readonly credential: string
  readonly clientKey: ClientKey | undefined
  readonly nonce: string
  readonly challenge: Partial<CredentialChallenge> | undefined
  /** When the last code was sent, in milliseconds of the server's time. */
  readonly codeSentAt: number
  /** When this becomes too old to be used, in milliseconds of the server's time. */
  readonly usableUntil: number
}

/** What the state shows of a sign-in whose proof is awaited. */
export const awaitedBy = ({ method, credential, codeSentAt }: PreparedSignIn): Awaited => ({
  type: method.type,
  proof: method.proof,
  credential,
  ...(method.proof === 'otp' ? { resendAt: new Date(codeSentAt).toISOString() } : {}),
})

/** A challenge that sends a code is single-use. */
const singleUse = { ifLost: 'check whether a code has arrived before requesting another.' }

/**
 * Does everything up to the proof. If `codeAlreadySent` returns a time, a creation has already sent the code, and no
 * other is sent.
 */
export async function prepareSignIn(
  context: Pick<Context, 'transport' | 'accountId' | 'passkey' | 'delivery' | 'clock'>,
  { method, credential }: SignInRequest,
  steps: {
    readonly signal: AbortSignal
    readonly codeAlreadySent: (credential: string) => number | undefined
  },
): Promise<PreparedSignIn> {
  const { transport, delivery, passkey, clock } = context
  // Not awaited, because the module is needed only to open the verify's answer. If loading fails now, it is tried
  // again then.
  delivery.preload(clock).catch(() => {})
  const [picked, clientKey] = await Promise.all([
    pickCredential(context, method, credential, steps.signal),
    method.challenge === 'code' ? undefined : delivery.generate(),
  ])
  const nonce = clientKey && method.challenge === 'none' ? await oidcNonce(clientKey.publicKey) : ''
  const sentBefore = method.challenge === 'code' ? steps.codeAlreadySent(picked.id) : undefined
  const challenge =
    method.challenge === 'none' || sentBefore !== undefined
      ? undefined
      : await requestChallenge(transport, picked.id, clientKey, steps.signal)
  const now = transport.now()
  return {
    attemptId: crypto.randomUUID(),
    method,
    credential: picked.id,
    clientKey,
    nonce,
    challenge,
    codeSentAt: sentBefore ?? now,
    usableUntil: challenge?.expiresAt ? Date.parse(challenge.expiresAt) : now + method.deadline(passkey),
  }
}

/**
 * The interface shows no body for a challenge that sends a code, so any success means that a code was sent
 * (Endpoints).
 */
const codeRoute = {
  ...challengeCredentialRoute,
  answer: v.optional(v.looseObject({ expiresAt: v.exactOptional(Timestamp) })),
}

/** Requests a code, or binds the client key and gets the passkey challenge. */
export async function requestChallenge(
  transport: Context['transport'],
  credential: string,
  clientKey: ClientKey | undefined,
  signal: AbortSignal,
): Promise<Partial<CredentialChallenge> | undefined> {
  const params = { id: credential }
  if (clientKey === undefined) return transport.ask(codeRoute, { params, signal, singleUse })
  const body = JSON.stringify({ clientPublicKey: clientKey.publicKey })
  return transport.ask(challengeCredentialRoute, { params, signal, body })
}

async function pickCredential(
  { transport, accountId }: Pick<Context, 'transport' | 'accountId'>,
  { type }: Method,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<AuthMethod> {
  const { data } = await transport.ask(listCredentialsRoute, { query: { accountId }, signal })
  const fitting = data.filter((each) => each.type === type && (wanted === undefined || each.id === wanted))
  const [first, second] = fitting
  if (first === undefined)
    throw new SessionError('CREDENTIAL_NOT_FOUND', `This account has no such ${type} credential.`)
  if (second === undefined) return first
  throw new SessionError(
    'CREDENTIAL_AMBIGUOUS',
    `This account has ${fitting.length} ${type} credentials. Pass \`credential\` to choose one.`,
  )
}
