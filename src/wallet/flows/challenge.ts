/** A sign-in up to its proof: pick the credential, make the client key, get the challenge. @module */
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
  /** `AuthMethod:…`: needed if the account has several of the type. */
  readonly credential: string | undefined
  readonly getOidcToken: GetOidcToken | undefined
}

/** Milliseconds: a prepared challenge is used only if it leaves this much time for the dialog. */
const ceremonyTime = 30_000

/** A sign-in that only lacks its proof. */
export interface PreparedSignIn {
  /** Random: identifies the attempt in the record. */
  readonly attemptId: string
  readonly method: Method
  readonly credential: string
  readonly clientKey: ClientKey | undefined
  readonly nonce: string
  readonly challenge: Partial<CredentialChallenge> | undefined
  /** Milliseconds, server's time, when the last code was sent. */
  readonly codeSentAt: number
  /** Milliseconds, server's time: from then on this is too old to be used. */
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
const singleUse = { ifLost: 'check whether a code arrived before asking for another.' }

/** Does everything up to the proof. If `codeAlreadySent` returns a time, a creation has sent the code and no other is sent. */
export async function prepareSignIn(
  context: Pick<Context, 'transport' | 'accountId' | 'passkey' | 'delivery' | 'clock'>,
  { method, credential }: SignInRequest,
  steps: {
    readonly signal: AbortSignal
    readonly codeAlreadySent: (credential: string) => number | undefined
  },
): Promise<PreparedSignIn> {
  const { transport, delivery, passkey, clock } = context
  // Not awaited: the module is needed only to open the verify's answer. If loading fails now, it is repeated then.
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
    usableUntil: challenge?.expiresAt
      ? Date.parse(challenge.expiresAt) - ceremonyTime
      : now + method.deadline(passkey),
  }
}

/** The interface shows no body for a challenge that sends a code: any success says that one was sent (Endpoints). */
const codeRoute = {
  ...challengeCredentialRoute,
  answer: v.optional(v.looseObject({ expiresAt: v.exactOptional(Timestamp) })),
}

/** Has a code sent, or binds the client key. */
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
    `This account has ${fitting.length} ${type} credentials: pass \`credential\` to choose one.`,
  )
}
