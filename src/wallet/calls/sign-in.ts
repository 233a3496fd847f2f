/** The public calls that prepare, start or continue a sign-in or the creation of a credential. @module */

import { untilAborted } from '../../clock.js'
import { SessionError } from '../../errors.js'
import { withAnySignal } from '../../signals.js'
import { type CredentialType, credentialTypes, typesFor } from '../../wire/credential-type.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type {
  CallOptions,
  CreateCredentialOptions,
  Preparation,
  PrepareOptions,
  ProofInput,
  SignInOptions,
} from '../api.js'
import { checkCode } from '../credentials/email-otp.js'
import { type AnyMethod, methodOf } from '../credentials/methods.js'
import { type Attempt, give, type Stage } from '../flows/attempt.js'
import { type PreparedSignIn, prepareSignIn } from '../flows/challenge.js'
import type { Context } from '../flows/context.js'
import { type CreationOrder, prepareCreation } from '../flows/create.js'
import { busy } from '../flows/effects.js'
import { resendCode } from '../flows/resend.js'
import { shared } from '../flows/shared.js'
import type { PageWork } from '../flows/steps.js'
import type { StateStore } from '../machine/store.js'
import { cancelled } from '../transport/transport.js'
import { createAutofillOffer } from './autofill-offer.js'

/** The public calls that prepare, start or continue a sign-in or the creation of a credential. */
export interface SignInCalls {
  readonly signIn: (options: SignInOptions) => Promise<void>
  readonly submit: (proof: ProofInput) => Promise<void>
  readonly resend: (options?: CallOptions) => Promise<void>
  readonly prepare: (options: PrepareOptions) => Promise<Preparation>
  readonly prepareCreation: (options: CreateCredentialOptions) => Promise<Preparation>
  readonly create: (options: CreateCredentialOptions) => Promise<AuthMethod>
}

/** Creates the calls for one wallet. `untilCancel` returns a signal that the next `cancel()` aborts. */
export function createSignInCalls(
  context: Context,
  { attempts, preparations, codes }: PageWork,
  wallet: {
    readonly ready: Promise<void>
    readonly store: Pick<StateStore, 'state' | 'dispatch'>
    /** Reads the record again, and shows an awaited ID token whose page is gone. */
    readonly takeUp: () => Promise<void>
  },
  untilCancel: () => AbortSignal,
): SignInCalls {
  const { disposed, sandbox, keyDelivery } = context
  const { state, dispatch } = wallet.store

  let isReady = false
  void wallet.ready.then(() => {
    isReady = true
  })

  /**
   * `signIn` and `create` await `ready` only while this is true. At any other time they must not wait, because a
   * ceremony has to start in the same task as the click.
   */
  const isRestoring = (): boolean => state().session.status === 'restoring'

  const usableMethod = (type: CredentialType): AnyMethod => {
    const method = methodOf(type)
    if (typesFor(keyDelivery).includes(type)) return method
    throw new TypeError(`${type} needs the option keyDelivery: '${credentialTypes[type].keyDelivery}'.`)
  }

  const orderOf = ({ signal: _, ...input }: CreateCredentialOptions): CreationOrder => {
    const method = usableMethod(input.type)
    return { method, input: method.checkedInput?.(input) ?? input }
  }

  const assertOpen = (signal: AbortSignal | undefined): void => {
    if (disposed.aborted) throw disposed.reason
    if (signal?.aborted) throw cancelled(signal)
  }

  const settled = (attempt: Attempt, signal: AbortSignal | undefined): Promise<AuthMethod | undefined> =>
    attempts.wait(attempt, signal, () => {
      if (state().attempt === attempt.number) dispatch({ event: 'cancel' })
    })

  const offer = createAutofillOffer(state, untilCancel)
  const inBackground = async <T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    if (isRestoring()) await wallet.ready
    assertOpen(signal)
    return withAnySignal(signal, disposed, (either) => offer.make(either, work))
  }

  const start = async (
    event: 'signIn' | 'create',
    stage: Stage,
    type: CredentialType,
    signal: AbortSignal | undefined,
  ): Promise<AuthMethod | undefined> => {
    if (isRestoring()) await wallet.ready
    assertOpen(signal)
    offer.end()
    const attempt = attempts.begin(stage)
    const outcome = settled(attempt, signal)
    dispatch({ event, attempt: attempt.number, type })
    return outcome
  }

  /** Looks for a sign-in that awaits an ID token. */
  const takenUp = (signal: AbortSignal | undefined): Promise<void> =>
    withAnySignal(signal, disposed, (either) =>
      withAnySignal(either, untilCancel(), async (any) => {
        await untilAborted(any, wallet.takeUp()).catch(() => {})
        assertOpen(any)
      }),
    )

  /** Concurrent calls share one request: two would send two codes, and only the second would be valid. */
  const resendOnce = shared(
    ({ attempt, signIn }: { id: string; attempt: Attempt; signIn: PreparedSignIn }, signal) =>
      withAnySignal(signal, disposed, (either) =>
        resendCode(context, signIn, either, (next, event) => {
          if ('signIn' in attempt.stage) attempt.stage = { ...attempt.stage, signIn: next }
          if (event.fault === undefined)
            codes.sent(next.credential, 'challenge', next.challenge?.otpEncryptionTargetBundle)
          dispatch({ ...event, attempt: attempt.number })
        }),
      ),
  )

  return {
    async signIn(request) {
      const { type, credential, signal } = request
      const method = usableMethod(type)
      if ('mediation' in request) {
        const { offer: offerPasskey } = method
        if (request.mediation !== 'conditional' || offerPasskey === undefined)
          throw new TypeError('`mediation` must be "conditional", and needs the type PASSKEY.')
        const plain = { method, credential, getOidcToken: undefined }
        const [offered, assertion] = await inBackground(signal, (combined) =>
          offerPasskey({ ...context, now: context.transport.now, signal: combined }, (whileOffered) =>
            prepareSignIn(context, plain, { signal: whileOffered, codes }),
          ),
        )
        // From here on, this is an ordinary sign-in whose proof is already known.
        const signIn = { ...offered, method: { ...method, prove: async () => ({ assertion }) } }
        await start('signIn', { at: 'preparing', request: plain, offered: signIn }, type, signal)
        return
      }
      const getOidcToken = 'getOidcToken' in request ? request.getOidcToken : undefined
      const needsCallback = credentialTypes[type].proof === 'oidcToken' && !sandbox.oidcToken
      if (needsCallback && typeof getOidcToken !== 'function') {
        throw new TypeError(`signIn({ type: "${type}" }) needs getOidcToken: a function.`)
      }
      const asked = { method, credential, getOidcToken }
      await start('signIn', { at: 'preparing', request: asked }, type, signal)
    },
    async submit(input) {
      if (!isReady) await wallet.ready
      assertOpen(input.signal)
      // The user has already proven who they are, and cannot use this token for another attempt.
      if ('oidcToken' in input && state().flow.status === 'idle') await takenUp(input.signal)
      const { flow, attempt: number } = state()
      const attempt = attempts.get(number)
      if (flow.status === 'verifying') throw busy()
      if (flow.status !== 'awaitingProof' || flow.proof === 'assertion' || attempt === undefined)
        throw 'oidcToken' in input ? tokenNotAwaited() : notAwaited('proof')
      const all: Readonly<Record<'otp' | 'oidcToken', unknown>> = {
        otp: undefined,
        oidcToken: undefined,
        ...input,
      }
      const given = all[flow.proof]
      // Not a `TypeError`, because the caller may not be at fault: another tab may have started a different flow.
      if (given === undefined && (all.otp ?? all.oidcToken) !== undefined)
        throw flow.proof === 'otp' ? tokenNotAwaited() : notAwaited('code')
      if (typeof given !== 'string') throw new TypeError(`submit() needs { ${flow.proof}: string }.`)
      // The code is checked before `proven` is dispatched, so that the flow still awaits a code if this one is
      // malformed.
      if (flow.proof === 'otp') checkCode(given)
      else if (given.trim() === '' || given.length > 16_384)
        throw new TypeError('submit() needs { oidcToken: string }.')
      give(attempt, { [flow.proof]: given }, context.holdPageLock)
      const outcome = settled(attempt, input.signal)
      dispatch({ event: 'proven', attempt: number })
      await outcome
      offer.end()
    },
    async resend({ signal } = {}) {
      if (!isReady) await wallet.ready
      assertOpen(signal)
      const { flow, attempt: number } = state()
      const attempt = attempts.get(number)
      if (flow.status !== 'awaitingProof' || flow.proof !== 'otp' || attempt?.stage.at !== 'awaiting')
        throw notAwaited('code')
      const { signIn } = attempt.stage
      await resendOnce({ id: signIn.attemptId, attempt, signIn }, signal)
    },
    async prepare({ type, credential, signal }) {
      const method = usableMethod(type)
      await wallet.ready
      assertOpen(signal)
      // No code is sent in advance.
      if (method.challenge === 'code') return {}
      const request = { method, credential, getOidcToken: undefined }
      const [prepared] = await withAnySignal(signal, disposed, (either) =>
        Promise.all([
          prepareSignIn(context, request, { signal: either, codes }),
          method.preload?.(context.clock),
        ]),
      )
      preparations.keepSignIn(prepared)
      return preparation(prepared)
    },
    async prepareCreation(options) {
      const order = orderOf(options)
      await wallet.ready
      assertOpen(options.signal)
      const [prepared] = await withAnySignal(options.signal, disposed, (either) =>
        Promise.all([prepareCreation(context, order, either), order.method.preload?.(context.clock)]),
      )
      preparations.keepCreation(prepared)
      return preparation(prepared)
    },
    async create(options) {
      const order = orderOf(options)
      const created = await start('create', { at: 'creating', order }, order.method.type, options.signal)
      if (created === undefined) throw new SessionError('SUPERSEDED', 'A sign-in replaced the creation.')
      return created
    },
  }
}

const preparation = ({ usableUntil }: { readonly usableUntil: number }): Preparation => ({
  usableUntil: new Date(usableUntil).toISOString(),
})

const notAwaited = (what: string): SessionError => new SessionError('NOT_AWAITED', `No ${what} is awaited.`)

const tokenNotAwaited = (): SessionError =>
  new SessionError(
    'NOT_AWAITED',
    'No ID token is awaited here: its sign-in has ended, took more than five minutes, or belongs to another open tab. The token was not sent. Start the sign-in again.',
  )
