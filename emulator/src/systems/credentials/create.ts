/**
 * Handles `POST /auth/credentials`. An account's first credential is created at once. Every further credential needs a
 * signed retry.
 * @module
 */
import type { AuthMethod, CreateCredentialBody, CreatedCredential } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { Call, HandlerResult } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { credentialsOf, type WalletAccount, walletById } from '../../handler/find-records.js'
import { type SignedOperation, signedRetry } from '../../signed/signed-retry.js'
import { newId } from '../../state/ids.js'
import { creationTimes } from '../../time/clock.js'
import type { Registration } from './credential-row.js'
import { methods } from './methods.js'

/** Creates a credential, or answers with a signed-request challenge (Endpoints, credentials and sessions). */
export async function createCredential(
  call: Call<CreateCredentialBody>,
): Promise<HandlerResult<CreatedCredential>> {
  const { context, body } = call
  const account = walletById(context, body.accountId, 'accountId')
  const { type } = body
  const passkeyId = body.type === 'PASSKEY' ? body.attestation.credentialId.replace(/=+$/, '') : undefined
  const check = (): void => refuseSecond(context, account, type, passkeyId)
  const register = async (): Promise<Registration> => {
    check()
    return methods[type].register(context, account, body)
  }
  if (credentialsOf(context, account.id).length > 0) return signedRetry(call, additional)

  const first = await register()
  // Another call may have stored a credential during `register`. Then this call needs a signed retry.
  if (credentialsOf(context, account.id).length > 0) return signedRetry(call, additional)
  return { answer: await store(context, account, type, first) }

  async function additional(): Promise<SignedOperation<CreatedCredential>> {
    const registration = await register()
    return {
      account,
      type,
      activity: registration.activity,
      check,
      perform: () => store(context, account, type, registration),
    }
  }
}

/** Throws 400 if the account has a credential of this type. Where it may have several passkeys: the same passkey. */
function refuseSecond(
  context: Context,
  account: WalletAccount,
  type: AuthMethod['type'],
  passkeyId: string | undefined,
): void {
  const { existsCode } = methods[type]
  const same = credentialsOf(context, account.id).filter(({ wire }) => wire.type === type)
  const isRefused =
    passkeyId !== undefined && context.facts.passkeys === 'several'
      ? same.some(({ wire }) => wire.credentialId === passkeyId)
      : same.length > 0
  if (existsCode && isRefused) {
    throw new ApiError(400, existsCode, `The account already has a credential of type ${type}.`)
  }
}

async function store(
  context: Context,
  account: WalletAccount,
  type: AuthMethod['type'],
  { wire, proof }: Registration,
): Promise<CreatedCredential> {
  const credential = { wire: newAuthMethod(context, account.id, type, wire), ...proof, challengedAt: [] }
  context.state.credentials.set(credential.wire.id, credential)
  const more = await methods[type].registered?.(context, credential)
  return { ...credential.wire, ...more }
}

/** Returns a new `AuthMethod` with an id and timestamps. It is not stored. */
export function newAuthMethod(
  context: Context,
  accountId: string,
  type: AuthMethod['type'],
  named: Registration['wire'],
): AuthMethod {
  return { id: newId('AuthMethod'), accountId, type, ...named, ...creationTimes(context.clock) }
}
