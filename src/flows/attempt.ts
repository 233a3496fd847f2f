/** An attempt to sign in, up to its proof: pick the credential, make the client key, get the challenge. @module */
import type { GetOidcToken, Method } from '../credentials/method.js'
import { type ClientKey, generateClientKey, oidcNonce } from '../crypto/client-key.js'
import { SessionError } from '../errors.js'
import { advance, begin, type Commit, type Pending } from '../record.js'
import {
  type AuthMethod,
  type CredentialChallenge,
  challengeCredential,
  listCredentials,
} from '../spec/credentials.js'
import { recover } from './recover.js'
import { loadVerifyPath, type Surroundings, sentDeadline } from './surroundings.js'

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

/** How to find out, for calls that mail a code. */
const mailed = 'look into the mailbox before asking for another code.'

/** Everything before the proof. `alreadyMailed` says when a creation mailed the code, so that none is asked for. */
export async function openAttempt(
  surroundings: Surroundings,
  { method, credential }: SignInRequest,
  steps: { readonly signal: AbortSignal; readonly alreadyMailed: (credential: string) => number | undefined },
): Promise<Attempt> {
  const { signal } = steps
  warm()
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
export function warm(): void {
  if (isWarm) return
  isWarm = true
  loadVerifyPath().then(
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
  const reply = await transport.send(challengeCredential, {
    params: { id: credential },
    signal,
    ...(clientKey ? { body: JSON.stringify({ clientPublicKey: clientKey.publicKey }) } : { once: mailed }),
  })
  if (reply.kind === 'challenge')
    throw new SessionError('CHALLENGE_EXPIRED', 'The service asked for a stamp.')
  return reply.value
}

async function pickCredential(
  { transport, accountId }: Surroundings,
  { type }: Method,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<AuthMethod> {
  const reply = await transport.send(listCredentials, { query: { accountId }, signal })
  const all = reply.kind === 'done' ? reply.value.data : []
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

/** The attempt's entry in the record. */
export function pendingOf(surroundings: Surroundings, attempt: Attempt): Pending {
  const { method, attemptId, credential, clientKey, mailedAt } = attempt
  const { transport, owner, passkey } = surroundings
  const { proof, type } = method
  return {
    attemptId,
    purpose: 'signIn',
    type,
    credential,
    owner,
    // A ceremony cannot be taken up by another page, so its entry only guards the answer that may come.
    ...(proof === 'assertion' ? { phase: 'sent' } : { phase: 'awaiting', proof }),
    ...(clientKey ? { clientKey } : {}),
    ...(proof === 'otp' ? { resendAt: new Date(mailedAt).toISOString() } : {}),
    deadline:
      (proof === 'otp' ? mailedAt : transport.now()) +
      method.deadline(passkey) +
      (proof === 'assertion' ? sentDeadline : 0),
  }
}

/**
 * Takes the account's one place for an attempt.
 *
 * @throws SessionError `BUSY` while another tab's answer may still come
 */
export async function takePlace(surroundings: Surroundings, pending: Pending): Promise<void> {
  const { journal, transport } = surroundings
  for (const last of [false, true]) {
    if (await journal.commit(begin(pending, transport.now()))) return
    // What is in the way may be an answer that nobody is left to open.
    if (!last) await recover(surroundings, await journal.read())
  }
  throw new SessionError('BUSY', 'Another sign-in or refresh of this account is under way.')
}

/** Claims an awaited proof for this page's verify, with a client key that is used this once. */
export const claim = (attemptId: string, owner: string, clientKey: ClientKey, deadline: number): Commit =>
  advance(attemptId, 'awaiting', (pending) => ({ ...pending, phase: 'sent', owner, clientKey, deadline }))
