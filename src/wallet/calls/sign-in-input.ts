/** Checks what the calls of a sign-in and of a creation are given. @module */
import { SessionError } from '../../errors.js'
import { type CredentialType, credentialTypes, typesFor } from '../../wire/credential-type.js'
import type { CreateCredentialOptions, ProofInput, SignInOptions } from '../api.js'
import { checkCode } from '../credentials/email-otp.js'
import type { Proof } from '../credentials/method.js'
import { type AnyMethod, methodOf } from '../credentials/methods.js'
import type { SignInRequest } from '../flows/challenge.js'
import type { Context } from '../flows/context.js'
import type { CreationOrder } from '../flows/create.js'

type Settings = Pick<Context, 'keyDelivery' | 'sandbox'>

/** @throws TypeError if the option `keyDelivery` does not allow the type */
export function usableMethod({ keyDelivery }: Settings, type: CredentialType): AnyMethod {
  const method = methodOf(type)
  if (typesFor(keyDelivery).includes(type)) return method
  throw new TypeError(`${type} needs the option keyDelivery: '${credentialTypes[type].keyDelivery}'.`)
}

/** @throws TypeError for options that the type does not take */
export function orderOf(settings: Settings, { signal: _, ...input }: CreateCredentialOptions): CreationOrder {
  const method = usableMethod(settings, input.type)
  return { method, input: method.checkedInput?.(input) ?? input }
}

/**
 * Returns the offer in the autofill of a form, if that is asked for.
 *
 * @throws TypeError for a type that cannot be offered
 */
export function offerOf(options: SignInOptions, { offer }: AnyMethod): AnyMethod['offer'] {
  if (!('mediation' in options)) return undefined
  if (options.mediation !== 'conditional' || offer === undefined)
    throw new TypeError('`mediation` must be "conditional", and needs the type PASSKEY.')
  return offer
}

/** @throws TypeError if the type needs `getOidcToken` and has none */
export function requestOf({ sandbox }: Settings, method: AnyMethod, options: SignInOptions): SignInRequest {
  const { type, credential } = options
  const getOidcToken = 'getOidcToken' in options ? options.getOidcToken : undefined
  const needsCallback = credentialTypes[type].proof === 'oidcToken' && !sandbox.oidcToken
  if (needsCallback && typeof getOidcToken !== 'function')
    throw new TypeError(`signIn({ type: "${type}" }) needs getOidcToken: a function.`)
  return { method, credential, getOidcToken }
}

/**
 * Returns the proof that a flow awaits. A malformed code is refused here, before the flow goes on, so that the flow
 * still awaits a code.
 *
 * @throws SessionError `NOT_AWAITED` for a proof that the flow does not await; a `TypeError` for a malformed one
 */
export function givenProof(awaited: 'otp' | 'oidcToken', input: ProofInput): Proof {
  const all: Readonly<Record<'otp' | 'oidcToken', unknown>> = {
    otp: undefined,
    oidcToken: undefined,
    ...input,
  }
  const given = all[awaited]
  // Not a `TypeError`, because the caller may not be at fault: another tab may have started a different flow.
  if (given === undefined && (all.otp ?? all.oidcToken) !== undefined)
    throw awaited === 'otp' ? tokenNotAwaited() : notAwaited('code')
  if (typeof given !== 'string') throw new TypeError(`submit() needs { ${awaited}: string }.`)
  if (awaited === 'otp') checkCode(given)
  else if (given.trim() === '' || given.length > 16_384)
    throw new TypeError('submit() needs { oidcToken: string }.')
  return { [awaited]: given }
}

export const notAwaited = (what: string): SessionError =>
  new SessionError('NOT_AWAITED', `No ${what} is awaited.`)

export const tokenNotAwaited = (): SessionError =>
  new SessionError(
    'NOT_AWAITED',
    'No ID token is awaited here: its sign-in has ended, took more than five minutes, or belongs to another open tab. The token was not sent. Start the sign-in again.',
  )
