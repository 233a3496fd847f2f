/** `POST /auth/credentials`: the first credential at once, further ones by a signed retry. @module */
import type { AuthMethod, CreateCredentialBody } from '../../../wire/credentials.js'
import { Refusal } from '../../handler/api-error.js'
import type { Call, Outcome } from '../../handler/bind-route.js'
import type { World } from '../../handler/context.js'
import { credentialsOf, type WalletAccount, walletById } from '../../handler/find-records.js'
import { type SignedOperation, signedRetry } from '../../signed/signed-retry.js'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import type { Registration } from './method.js'
import { methods } from './table.js'

/** Answers the call (Endpoints, credentials and sessions). */
export async function createCredential(call: Call<CreateCredentialBody>): Promise<Outcome<AuthMethod>> {
  const { world, body } = call
  const account = walletById(world, body.accountId, 'accountId')
  const { type } = body
  const check = (): void => refuseSecond(world, account, type)
  const register = async (): Promise<Registration> => {
    check()
    return methods[type].register(world, account, body)
  }
  if (credentialsOf(world, account.id).length > 0) return signedRetry(call, additional)

  const first = await register()
  // Another first credential may have arrived while this one was checked: it takes the signed way then.
  if (credentialsOf(world, account.id).length > 0) return signedRetry(call, additional)
  return { answer: await store(world, account, type, first) }

  async function additional(): Promise<SignedOperation<AuthMethod>> {
    const registration = await register()
    return {
      account,
      type,
      activity: registration.activity,
      check,
      perform: () => store(world, account, type, registration),
    }
  }
}

function refuseSecond(world: World, account: WalletAccount, type: AuthMethod['type']): void {
  const { existsCode } = methods[type]
  if (existsCode && credentialsOf(world, account.id).some(({ wire }) => wire.type === type)) {
    throw new Refusal(400, existsCode, `The account already has a credential of type ${type}.`)
  }
}

async function store(
  world: World,
  account: WalletAccount,
  type: AuthMethod['type'],
  { wire, proof }: Registration,
): Promise<AuthMethod> {
  const credential = { wire: newAuthMethod(world, account.id, type, wire), ...proof, challengedAt: [] }
  world.state.credentials.set(credential.wire.id, credential)
  await methods[type].registered?.(world, credential)
  return credential.wire
}

/** A new AuthMethod of an account. */
export function newAuthMethod(
  world: World,
  accountId: string,
  type: AuthMethod['type'],
  named: Registration['wire'],
): AuthMethod {
  const now = timestamp(world.clock.now())
  return { id: newId('AuthMethod'), accountId, type, ...named, createdAt: now, updatedAt: now }
}
