/** Creates a credential: first the checks, then a ceremony or callback, then the signed request. @module */
import { ServiceError, SessionError } from '../../errors.js'
import { type CreatedCredential, createCredentialRoute } from '../../wire/credentials.js'
import { jsonOf } from '../../wire/json.js'
import {
  type PasskeyRegistrationOptions,
  passkeyRegistrationOptionsRoute,
} from '../../wire/passkey-registration.js'
import type { CreationInput, CreationRequest } from '../credentials/method.js'
import type { AnyMethod } from '../credentials/methods.js'
import { generateClientKey, oidcNonce } from '../crypto/client-key.js'
import type { Asking, Question } from '../guards/confirm.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'

/** How long a session must still be valid, in milliseconds: enough for a quick ceremony and two calls. */
const sessionNeeded = 90_000
/** How long before its end a session must be left for the two calls, in milliseconds. */
const callsNeed = 30_000

/** What to create: the credential type's row of the table `methods`, and the caller's input. */
export interface CreationOrder {
  readonly method: AnyMethod
  readonly input: CreationInput
}

const singleUse = { ifLost: 'list the credentials to see whether the new one was created.' }

/** How long registration options may be used, in milliseconds. The backend keeps their challenge for twice as long. */
const optionsLife = 5 * 60_000

/** A creation that is prepared up to its ceremony. */
export interface PreparedCreation extends CreationOrder {
  /** Whether the creation must be stamped, because the account already has credentials. */
  readonly isSigned: boolean
  readonly options: PasskeyRegistrationOptions | undefined
  /** When the preparation becomes too old to use: milliseconds since 1970, server time. */
  readonly usableUntil: number
}

/** What the user is asked before a credential is created. */
export type CreationQuestion = Question<'createCredential', ReturnType<AnyMethod['consent']>>

type CreateContext = Pick<
  Context,
  'transport' | 'credentials' | 'guard' | 'accountId' | 'clock' | 'passkey' | 'sandbox' | 'session' | 'stamp'
> &
  Asking<CreationQuestion>

/** What `createCredential` needs besides the order. `sent` is called just before the single-use call is sent. */
export interface CreationSteps {
  readonly signal: AbortSignal
  readonly sent: () => void
  /** A creation that was prepared before the click. */
  readonly prepared: PreparedCreation | undefined
}

/**
 * Runs the checks and requests that must precede the ceremony, the sending of a code or the call of `getOidcToken`.
 *
 * @throws ServiceError with the service's own code for a second credential of a type that allows only one; SessionError
 * `SESSION_REQUIRED` if the account has credentials but no session that is valid for another 90 s
 */
export async function prepareCreation(
  context: Pick<CreateContext, 'transport' | 'credentials' | 'accountId' | 'session'>,
  order: CreationOrder,
  signal: AbortSignal,
): Promise<PreparedCreation> {
  const { transport, accountId } = context
  const { method, input } = order
  const looking = look(context, method, signal)
  // Requested beside the list, because the two do not depend on each other.
  const options = method.prepare?.(input, (nickname) =>
    transport.ask(passkeyRegistrationOptionsRoute, { body: jsonOf({ accountId, nickname }), signal }),
  )
  // If the list forbids the creation, that is the error.
  options?.catch(() => {})
  const isSigned = await looking
  if (isSigned) requireSession(context)
  return { ...order, isSigned, options: await options, usableUntil: transport.now() + optionsLife }
}

/**
 * Creates a credential. If {@link prepareCreation} rejects, no ceremony starts, no code is sent, and `getOidcToken` is
 * not called.
 *
 * @throws the errors of {@link prepareCreation}, of the type's `creationBody` and of the signed retry
 */
export async function createCredential(
  context: CreateContext,
  order: CreationOrder,
  steps: CreationSteps,
): Promise<CreatedCredential> {
  const { transport, accountId, clock, passkey, sandbox } = context
  const { signal } = steps
  const { method } = order
  // Nothing is awaited before a prepared ceremony, because some browsers allow a ceremony only in the same task as the
  // click.
  const prepared = steps.prepared ?? (await prepareCreation(context, order, signal))
  let sessionEnd = prepared.isSigned ? requireSession(context) : Number.POSITIVE_INFINITY
  const confirm = (details: CreationQuestion['details']): ((until: number) => Promise<void>) | undefined =>
    context.confirm?.({ operation: 'createCredential', details }, signal)
  const hasDialog = prepared.options !== undefined
  if (prepared.isSigned && hasDialog && context.confirm !== undefined) {
    // So that nothing has to be loaded between the click that agrees and the dialog.
    method.preload?.(clock).catch(() => {})
    const until = Math.min(prepared.usableUntil, sessionEnd - callsNeed)
    await confirm(method.consent(order.input, undefined))?.(until)
    sessionEnd = requireSession(context)
  }
  let binding: OidcBinding | undefined
  const request: CreationRequest = {
    accountId,
    clock,
    passkey,
    sandbox,
    signal,
    now: transport.now,
    prepared: prepared.options,
    until: Math.min(prepared.usableUntil + optionsLife, sessionEnd) - callsNeed,
    async oidcBinding() {
      binding ??= await newBinding()
      return binding
    },
  }
  const body = await method.creationBody(order.input, request)
  const details = method.consent(order.input, body)
  const recheck = sandbox.oidcToken
    ? undefined
    : (): void => method.recheck?.(body, { nonce: binding?.nonce ?? '', now: transport.now() })
  // Before the first request, because that already uses up the proof of a recent sign-in.
  if (prepared.isSigned && !hasDialog && context.confirm !== undefined) {
    await confirm(details)?.(request.until)
    requireSession(context)
    recheck?.()
  }
  steps.sent()
  const sent = signedRetry(
    context,
    createCredentialRoute,
    { body: jsonOf(body), signal, singleUse },
    {
      singleUse,
      stamp: context.stamp,
      shown: jsonOf(details),
      confirm: prepared.isSigned ? undefined : confirm(details),
      beforeRetry: recheck,
    },
  )
  const { value, stamped } = await sent.catch((error: unknown) => {
    // A passkey is discarded only if the service certainly does not know it: the browser may then delete the passkey.
    const isRefused = error instanceof ServiceError || error instanceof SessionError
    if (isRefused && 'attestation' in body)
      void method.discard?.(body.attestation.credentialId, passkey, clock)
    throw error
  })
  await context.guard.keep(stamped)
  return value
}

type OidcBinding = Awaited<ReturnType<CreationRequest['oidcBinding']>>

async function newBinding(): Promise<OidcBinding> {
  const { publicKey } = await generateClientKey()
  return { clientPublicKey: publicKey, nonce: await oidcNonce(publicKey) }
}

/** Whether the account has credentials. Throws, before the user is asked, if the service would refuse the creation. */
async function look(
  { credentials }: Pick<CreateContext, 'credentials'>,
  { type, onlyOne: code }: AnyMethod,
  signal: AbortSignal,
): Promise<boolean> {
  const existing = await credentials.read(signal)
  if (code !== undefined && existing.some((each) => each.type === type))
    throw new ServiceError(400, { code, message: `This account may have only one ${type} credential.` })
  return existing.length > 0
}

/** Returns when the session ends. Throws if that is too soon. */
function requireSession({ transport, session }: Pick<CreateContext, 'transport' | 'session'>): number {
  const end = Date.parse(session()?.expiresAt ?? '')
  if (end - transport.now() >= sessionNeeded) return end
  throw new SessionError(
    'SESSION_REQUIRED',
    'Adding a credential needs a session with at least 90 s left. Sign in or refresh.',
  )
}
