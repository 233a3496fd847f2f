/** The calls that drive the flow: each becomes an event, and waits for its attempt to settle. @module */

import { SessionError } from '../errors.js'
import type { CredentialType } from '../wire/credential-type.js'
import type { AuthMethod } from '../wire/credentials.js'
import type { CallOptions, PrepareOptions, ProofInput, SignInOptions } from './api.js'
import { methodOf } from './credentials/table.js'
import type { SignInRequest } from './flows/challenge.js'
import type { Surroundings } from './flows/context.js'
import type { CreationOrder } from './flows/create.js'
import type { Effects } from './flows/effects.js'
import type { Waiters } from './flows/waiters.js'
import type { Holder } from './machine/store.js'

export interface FlowCalls {
  readonly signIn: (options: SignInOptions) => Promise<void>
  readonly submit: (proof: ProofInput) => Promise<void>
  readonly resend: (options?: CallOptions) => Promise<void>
  readonly prepare: (options: PrepareOptions) => Promise<void>
  readonly create: (order: CreationOrder, options: CallOptions) => Promise<AuthMethod>
}

export function createFlowCalls(parts: {
  readonly surroundings: Surroundings
  readonly holder: Holder
  readonly effects: Effects
  readonly waiters: Waiters
  readonly nextAttempt: () => number
  readonly core: { readonly ready: Promise<void>; readonly disposed: AbortSignal }
}): FlowCalls {
  const { holder, effects, waiters, core } = parts
  const { disposed } = core

  /** Once the wallet is ready nothing is awaited: a ceremony has to start in the task of the click. */
  const isRestoring = (): boolean => holder.state().session.status === 'restoring'

  const assertOpen = (signal: AbortSignal | undefined): void => {
    if (disposed.aborted) throw disposed.reason
    if (signal?.aborted)
      throw new SessionError('CANCELLED', 'The call was aborted.', { cause: signal.reason })
  }

  const wait = (attempt: number, signal: AbortSignal | undefined): Promise<AuthMethod | undefined> =>
    waiters.wait(attempt, signal, () => {
      if (holder.state().attempt === attempt) holder.dispatch({ event: 'cancel' })
    })

  const start = async (
    event: 'signIn' | 'create',
    what: { readonly request?: SignInRequest; readonly order?: CreationOrder },
    type: CredentialType,
    signal: AbortSignal | undefined,
  ): Promise<AuthMethod | undefined> => {
    if (isRestoring()) await core.ready
    assertOpen(signal)
    if (event === 'signIn' && holder.state().session.status === 'refreshing') throw busy()
    const attempt = parts.nextAttempt()
    effects.expect(attempt, what)
    const settled = wait(attempt, signal)
    holder.dispatch({ event, attempt, type })
    return settled
  }

  return {
    async signIn(request) {
      const { type, credential, signal } = request
      const method = methodOf(type)
      const getOidcToken = 'getOidcToken' in request ? request.getOidcToken : undefined
      const needsCallback = method.proof === 'oidcToken' && !parts.surroundings.sandbox.oidcToken
      if (needsCallback && typeof getOidcToken !== 'function') {
        throw new TypeError(`signIn({ type: "${type}" }) needs getOidcToken, a function.`)
      }
      await start('signIn', { request: { method, credential, getOidcToken } }, type, signal)
    },
    async submit(input) {
      if (isRestoring()) await core.ready
      assertOpen(input.signal)
      const { flow, attempt } = holder.state()
      if (flow.status === 'verifying') throw busy()
      if (flow.status !== 'awaitingProof' || flow.proof === 'assertion') throw notAwaited('proof')
      const all: Readonly<Record<'otp' | 'oidcToken', unknown>> = {
        otp: undefined,
        oidcToken: undefined,
        ...input,
      }
      const given = all[flow.proof]
      // Another tab may have begun another flow meanwhile: no mistake of whoever calls.
      if (given === undefined && (all.otp ?? all.oidcToken) !== undefined)
        throw notAwaited(flow.proof === 'otp' ? 'ID token' : 'code')
      if (typeof given !== 'string' || given.trim() === '' || given.length > 16_384) {
        throw new TypeError(`submit() needs { ${flow.proof} }, a text: that is what is awaited.`)
      }
      effects.give(attempt, { [flow.proof]: given })
      const settled = wait(attempt, input.signal)
      holder.dispatch({ event: 'proven', attempt })
      await settled
    },
    async resend({ signal } = {}) {
      if (isRestoring()) await core.ready
      assertOpen(signal)
      const { flow, attempt } = holder.state()
      if (flow.status !== 'awaitingProof' || flow.proof !== 'otp') throw notAwaited('code')
      await effects.resend(attempt, anySignal(signal, disposed))
    },
    async prepare({ type, credential, signal }) {
      const method = methodOf(type)
      await core.ready
      assertOpen(signal)
      await effects.prepare({ method, credential, getOidcToken: undefined }, anySignal(signal, disposed))
    },
    async create(order, { signal }) {
      const created = await start('create', { order }, order.method.type, signal)
      if (created === undefined) throw new SessionError('SUPERSEDED', 'The creation gave way to a sign-in.')
      return created
    },
  }
}

export const busy = (): SessionError => new SessionError('BUSY', 'A single-use call is out: wait for it.')

const notAwaited = (what: string): SessionError => new SessionError('NOT_AWAITED', `No ${what} is awaited.`)

/** Aborts with the caller's signal, or when the wallet is disposed of. */
export const anySignal = (signal: AbortSignal | undefined, disposed: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, disposed]) : disposed
