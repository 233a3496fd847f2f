/** An attempt to sign in, up to its proof: pick the credential, make the client key, get the challenge. @module */

import type { Clock } from '../../clock.js'
import { SessionError } from '../../errors.js'
import {
  type AuthMethod,
  type CredentialChallenge,
  challengeCredentialRoute,
  listCredentialsRoute,
} from '../../wire/credentials.js'
import type { GetOidcToken, Method } from '../credentials/method.js'
import { type ClientKey, generateClientKey, oidcNonce } from '../crypto/client-key.js'
import type { Awaited } from '../machine/machine.js'
import { loadVerifyPath, type Surroundings } from './context.js'

/** What a sign-in was asked for. */
export interface SignInRequest {
  readonly method: Method
  /** `AuthMethod:…`, where the account has several of the type. */
  readonly credential: string | undefined
  readonly getOidcToken: GetOidcToken | undefined
}

export interface Attempt {
  readonly attemptId: string
  readonly method: Method
  readonly credential: string
  readonly clientKey: ClientKey | undefined
  readonly nonce: string
  readonly challenge: CredentialChallenge | undefined
  /** Milliseconds, server's time, when the last code was mailed. */
  readonly mailedAt: number
  /** Milliseconds, server's time: what was prepared is not used from then on. */
  readonly usableUntil: number
}

/** What the state says of an attempt whose proof is awaited. */
export const awaitedBy = ({ method, credential, mailedAt }: Attempt): Awaited => ({
  type: method.type,
  proof: method.proof,
  credential,
  ...(method.proof === 'otp' ? { resendAt: new Date(mailedAt).toISOString() } : {}),
})

/** For a challenge that sends a code. */
const singleUse = { ifLost: 'check whether a code arrived before asking for another.' }

/** Everything before the proof. `alreadyMailed` says when a creation mailed the code, so that none is asked for. */
export async function openAttempt(
  surroundings: Surroundings,
  { method, credential }: SignInRequest,
  steps: { readonly signal: AbortSignal; readonly alreadyMailed: (credential: string) => number | undefined },
): Promise<Attempt> {
  const { signal } = steps
  warm(surroundings.clock)
  const [picked, clientKey] = await Promise.all([
    pickCredential(surroundings, method, credential, signal),
    method.challenge === 'mail' ? undefined : generateClientKey(),
  ])
  const nonce = clientKey && method.challenge === 'none' ? await oidcNonce(clientKey.publicKey) : ''
  const { transport } = surroundings
  const mailedBefore = method.challenge === 'mail' ? steps.alreadyMailed(picked.id) : undefined
  const challenge =
    method.challenge === 'none' || mailedBefore !== undefined
      ? undefined
      : await askChallenge(surroundings, picked.id, clientKey, signal)
  const now = transport.now()
  return {
    attemptId: crypto.randomUUID(),
    method,
    credential: picked.id,
    clientKey,
    nonce,
    challenge,
    mailedAt: mailedBefore ?? now,
    usableUntil: challenge?.expiresAt
      ? Date.parse(challenge.expiresAt)
      : now + method.deadline(surroundings.passkey),
  }
}

let isWarm = false

/** Loads and dry-runs the cryptography of the answer, once, while network or person are waited for. */
export function warm(clock: Clock): void {
  if (isWarm) return
  isWarm = true
  loadVerifyPath(clock).then(
    ({ warmUp }) => warmUp(),
    () => {
      isWarm = false
    },
  )
}

/** Mails a code, or binds the client key. */
export async function askChallenge(
  { transport }: Surroundings,
  credential: string,
  clientKey: ClientKey | undefined,
  signal: AbortSignal | undefined,
): Promise<CredentialChallenge> {
  return transport.ask(challengeCredentialRoute, {
    params: { id: credential },
    signal,
    ...(clientKey ? { body: JSON.stringify({ clientPublicKey: clientKey.publicKey }) } : { singleUse }),
  })
}

async function pickCredential(
  { transport, accountId }: Surroundings,
  { type }: Method,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<AuthMethod> {
  const { data: all } = await transport.ask(listCredentialsRoute, { query: { accountId }, signal })
  const fitting = all.filter((each) => each.type === type && (wanted === undefined || each.id === wanted))
  const [first, second] = fitting
  if (first === undefined)
    throw new SessionError('CREDENTIAL_NOT_FOUND', `This account has no such ${type} credential.`)
  if (second === undefined) return first
  throw new SessionError(
    'CREDENTIAL_AMBIGUOUS',
    `This account has ${fitting.length} ${type} credentials: name one.`,
  )
}
