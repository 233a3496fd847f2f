/** Creates a credential: checks first, then a ceremony or callback, then the signed request. @module */

import { SessionError } from '../../errors.js'
import { ServiceError } from '../../flow-errors.js'
import {
  type AuthMethod,
  type CreateCredentialBody,
  createCredentialRoute,
  listCredentialsRoute,
} from '../../wire/credentials.js'
import { passkeyRegistrationOptionsRoute } from '../../wire/passkey-registration.js'
import type { CreationInput, CreationRequest, Method } from '../credentials/method.js'
import { generateClientKey, oidcNonce } from '../crypto/client-key.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { ConfirmationQuestion } from './confirm.js'
import type { Context } from './context.js'

/** Milliseconds that a session must still be valid: enough for a ceremony and two calls. */
const sessionNeeded = 90_000

/** What to create: the credential type's row and the caller's input. */
export interface CreationOrder {
  readonly method: Method
  readonly input: CreationInput
}

const singleUse = { ifLost: 'list the credentials to see whether it was created.' }

type CreateContext = Pick<
  Context,
  | 'transport'
  | 'headerNames'
  | 'guard'
  | 'accountId'
  | 'clock'
  | 'passkey'
  | 'sandbox'
  | 'session'
  | 'stamp'
  | 'confirm'
>

/**
 * Creates a credential.
 *
 * @param steps `sent` is called just before the single-use call is sent
 * @throws before any ceremony, code or callback: ServiceError with the service's own code for a second credential of a type
 *   that allows only one; SessionError `SESSION_REQUIRED` if the account has credentials but no session with 90 s left
 */
export async function createCredential(
  context: CreateContext,
  order: CreationOrder,
  steps: { readonly signal: AbortSignal; readonly sent: () => void },
): Promise<AuthMethod> {
  const { transport, accountId, clock, passkey, sandbox } = context
  const { signal } = steps
  const { method } = order
  await look(context, method, signal)
  let binding: OidcBinding | undefined
  const request: CreationRequest = {
    accountId,
    clock,
    passkey,
    sandbox,
    signal,
    now: transport.now,
    async oidcBinding() {
      binding ??= await newBinding()
      return binding
    },
    async registrationOptions(nickname) {
      const body = JSON.stringify({ accountId, nickname })
      return transport.ask(passkeyRegistrationOptionsRoute, { body, signal })
    },
  }
  const body = await method.createBody(order.input, request)
  const recheck = (): void => method.recheck?.(body, { nonce: binding?.nonce ?? '', now: transport.now() })
  steps.sent()
  const { value, challenge } = await signedRetry(
    context,
    createCredentialRoute,
    { body: JSON.stringify(body), signal, singleUse },
    {
      singleUse,
      stamp: context.stamp,
      confirm: context.confirm?.({ operation: 'createCredential', details: detailsOf(body) }, signal),
      beforeRetry: sandbox.oidcToken ? undefined : recheck,
    },
  )
  await context.guard.keep(challenge?.payloadToSign)
  return value
}

/** What the person may know of a credential: nothing of its proof. */
const detailsOf = (
  body: CreateCredentialBody,
): (ConfirmationQuestion & { readonly operation: 'createCredential' })['details'] => ({
  type: body.type,
  ...('nickname' in body && { nickname: body.nickname }),
  ...('email' in body && { email: body.email }),
})

type OidcBinding = Awaited<ReturnType<CreationRequest['oidcBinding']>>

async function newBinding(): Promise<OidcBinding> {
  const { publicKey } = await generateClientKey()
  return { clientPublicKey: publicKey, nonce: await oidcNonce(publicKey) }
}

/** Throws for what the service would refuse, before the person is asked for anything. */
async function look(
  { transport, accountId, session }: CreateContext,
  { type, onlyOne }: Method,
  signal: AbortSignal,
): Promise<void> {
  const { data: existing } = await transport.ask(listCredentialsRoute, { query: { accountId }, signal })
  if (onlyOne !== undefined && existing.some((each) => each.type === type)) {
    throw new ServiceError(400, {
      code: onlyOne,
      message: `This account already has a ${type} credential, and may have only one.`,
    })
  }
  const left = Date.parse(session()?.expiresAt ?? '') - transport.now()
  if (existing.length === 0 || left >= sessionNeeded) return
  throw new SessionError(
    'SESSION_REQUIRED',
    'Adding a credential needs a session with 90 s left: sign in or refresh first.',
  )
}
