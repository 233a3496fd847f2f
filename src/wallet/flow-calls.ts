/** The public calls that drive the flow. Each dispatches an event and waits for its attempt to settle. @module */
import { SessionError } from '../errors.js'
import type { CredentialType } from '../wire/credential-type.js'
import type { AuthMethod } from '../wire/credentials.js'
import { withAnySignal } from './any-signal.js'
import type { CallOptions, PrepareOptions, ProofInput, SignInOptions } from './api.js'
import { methodOf } from './credentials/methods.js'
import type { Attempt, Attempts } from './flows/attempts.js'
import { type PreparedSignIn, prepareSignIn } from './flows/challenge.js'
import type { Context } from './flows/context.js'
import type { CreationOrder } from './flows/create.js'
import { busy } from './flows/effects.js'
import { resendCode } from './flows/resend.js'
import { shared } from './flows/shared.js'
import type { StateStore } from './machine/store.js'
import { cancelled } from './transport/transport.js'

/** The public calls that drive the flow. */
export interface FlowCalls {
  readonly signIn: (options: SignInOptions) => Promise<void>
  readonly submit: (proof: ProofInput) => Promise<void>
  readonly resend: (options?: CallOptions) => Promise<void>
  readonly prepare: (options: PrepareOptions) => Promise<void>
  readonly create: (order: CreationOrder, options: CallOptions) => Promise<AuthMethod>
}

/** Creates the calls for one wallet. */
export function createFlowCalls(
  context: Context,
  attempts: Attempts,
  wallet: { readonly ready: Promise<void>; readonly store: Pick<StateStore, 'state' | 'dispatch'> },
): FlowCalls {
  const { disposed, sandbox } = context
  const { state, dispatch } = wallet.store

  let isReady = false
  void wallet.ready.then(() => {
    isReady = true
  })

  /** `ready` is awaited only while this is true, because a ceremony has to start in the task of the click. */
  const isRestoring = (): boolean => state().session.status === 'restoring'

  const assertOpen = (signal: AbortSignal | undefined): void => {
    if (disposed.aborted) throw disposed.reason
    if (signal?.aborted) throw cancelled(signal)
  }

  const settled = (attempt: Attempt, signal: AbortSignal | undefined): Promise<AuthMethod | undefined> =>
    attempts.wait(attempt, signal, () => {
      if (state().attempt === attempt.number) dispatch({ event: 'cancel' })
    })

  const start = async (
    event: 'signIn' | 'create',
    what: Pick<Attempt, 'request' | 'order'>,
    type: CredentialType,
    signal: AbortSignal | undefined,
  ): Promise<AuthMethod | undefined> => {
    if (isRestoring()) await wallet.ready
    assertOpen(signal)
    const attempt = attempts.begin(what)
    const outcome = settled(attempt, signal)
    dispatch({ event, attempt: attempt.number, type })
    return outcome
  }

  /** Shared, because two concurrent calls would send two codes, of which only the second is valid. */
  const resendOnce = shared(
    ({ attempt, signIn }: { id: string; attempt: Attempt; signIn: PreparedSignIn }, signal) =>
      withAnySignal(signal, disposed, (either) =>
        resendCode(context, signIn, either, (next, event) => {
          attempt.signIn = next
          if (event.fault === undefined) attempts.codes.sent(next.credential, 'challenge')
          dispatch({ ...event, attempt: attempt.number })
        }),
      ),
  )

  return {
    async signIn(request) {
      const { type, credential, signal } = request
      const method = methodOf(type)
      const getOidcToken = 'getOidcToken' in request ? request.getOidcToken : undefined
      const needsCallback = method.proof === 'oidcToken' && !sandbox.oidcToken
      if (needsCallback && typeof getOidcToken !== 'function') {
        throw new TypeError(`signIn({ type: "${type}" }) needs getOidcToken: a function.`)
      }
      await start('signIn', { request: { method, credential, getOidcToken } }, type, signal)
    },
    async submit(input) {
      if (!isReady) await wallet.ready
      assertOpen(input.signal)
      const { flow, attempt: number } = state()
      const attempt = attempts.get(number)
      if (flow.status === 'verifying') throw busy()
      if (flow.status !== 'awaitingProof' || flow.proof === 'assertion' || attempt === undefined)
        throw notAwaited('proof')
      const all: Readonly<Record<'otp' | 'oidcToken', unknown>> = {
        otp: undefined,
        oidcToken: undefined,
        ...input,
      }
      const given = all[flow.proof]
      // Another tab may have started another flow in the meantime, so this is not the caller's mistake.
      if (given === undefined && (all.otp ?? all.oidcToken) !== undefined)
        throw notAwaited(flow.proof === 'otp' ? 'ID token' : 'code')
      if (typeof given !== 'string' || given.trim() === '' || given.length > 16_384) {
        throw new TypeError(`submit() needs { ${flow.proof}: string }.`)
      }
      // Checked before the flow moves on: a text that cannot be a code is the caller's mistake, and the flow still
      // awaits the code.
      if (flow.proof === 'otp') methodOf(flow.type).check({ otp: given }, { nonce: '', now: 0 })
      attempt.proof = { [flow.proof]: given }
      const outcome = settled(attempt, input.signal)
      dispatch({ event: 'proven', attempt: number })
      await outcome
    },
    async resend({ signal } = {}) {
      if (!isReady) await wallet.ready
      assertOpen(signal)
      const { flow, attempt: number } = state()
      const attempt = attempts.get(number)
      if (flow.status !== 'awaitingProof' || flow.proof !== 'otp' || attempt?.signIn === undefined)
        throw notAwaited('code')
      await resendOnce({ id: attempt.signIn.attemptId, attempt, signIn: attempt.signIn }, signal)
    },
    async prepare({ type, credential, signal }) {
      const method = methodOf(type)
      await wallet.ready
      assertOpen(signal)
      // No one-time code is sent in advance: only the module that opens the answer is loaded.
      if (method.challenge === 'code') return void context.delivery.preload(context.clock).catch(() => {})
      method.preload?.(context.clock)
      const request = { method, credential, getOidcToken: undefined }
      const prepared = await withAnySignal(signal, disposed, (either) =>
        prepareSignIn(context, request, { signal: either, codes: attempts.codes }),
      )
      attempts.keep(prepared)
    },
    async create(order, { signal }) {
      const created = await start('create', { order }, order.method.type, signal)
      if (created === undefined) throw new SessionError('SUPERSEDED', 'A sign-in replaced the creation.')
      return created
    },
  }
}

const notAwaited = (what: string): SessionError => new SessionError('NOT_AWAITED', `No ${what} is awaited.`)
