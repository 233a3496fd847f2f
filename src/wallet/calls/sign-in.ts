/** The public calls that start or continue a sign-in or the creation of a credential. @module */

import { untilAborted } from '../../clock.js'
import { SessionError } from '../../errors.js'
import { type CallOptions, withAnySignal } from '../../signals.js'
import type { CredentialType } from '../../wire/credential-type.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type { CreateCredentialOptions, ProofInput, SignInOptions } from '../api.js'
import { type Attempt, give, type Stage } from '../flows/attempt.js'
import { type PreparedSignIn, prepareSignIn } from '../flows/challenge.js'
import type { Context } from '../flows/context.js'
import { busy } from '../flows/effects.js'
import { resendCode } from '../flows/resend.js'
import { shared } from '../flows/shared.js'
import type { PageWork } from '../flows/steps.js'
import type { StateStore } from '../machine/store.js'
import { assertOpen } from '../transport/transport.js'
import { createAutofillOffer } from './autofill-offer.js'
import {
  givenProof,
  notAwaited,
  offerOf,
  orderOf,
  requestOf,
  tokenNotAwaited,
  usableMethod,
} from './sign-in-input.js'

/** The public calls that start or continue a sign-in or the creation of a credential. */
export interface SignInCalls {
  readonly signIn: (options: SignInOptions) => Promise<void>
  readonly submit: (proof: ProofInput) => Promise<void>
  readonly resend: (options?: CallOptions) => Promise<void>
  readonly create: (options: CreateCredentialOptions) => Promise<AuthMethod>
}

/** Creates the calls for one wallet. `untilCancel` returns a signal that the next `cancel()` aborts. */
export function createSignInCalls(
  context: Context,
  { attempts, codes }: Pick<PageWork, 'attempts' | 'codes'>,
  wallet: {
    readonly ready: Promise<void>
    readonly store: Pick<StateStore, 'state' | 'dispatch'>
    /** Reads the record again, and shows an awaited ID token whose page is gone. */
    readonly takeUp: () => Promise<void>
  },
  untilCancel: () => AbortSignal,
): SignInCalls {
  const { disposed } = context
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
    assertOpen(disposed, signal)
    return withAnySignal(signal, disposed, (either) => offer.make(either, work))
  }

  const start = async (
    event: 'signIn' | 'create',
    stage: Stage,
    type: CredentialType,
    signal: AbortSignal | undefined,
  ): Promise<AuthMethod | undefined> => {
    if (isRestoring()) await wallet.ready
    assertOpen(disposed, signal)
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
        assertOpen(disposed, any)
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
    async signIn(options) {
      const { type, signal } = options
      const method = usableMethod(context, type)
      const offerPasskey = offerOf(options, method)
      if (offerPasskey) {
        const request = { method, credential: options.credential, getOidcToken: undefined }
        const [offered, assertion] = await inBackground(signal, (combined) =>
          offerPasskey({ ...context, now: context.transport.now, signal: combined }, (whileOffered) =>
            prepareSignIn(context, request, { signal: whileOffered, codes }),
          ),
        )
        // From here on, this is an ordinary sign-in whose proof is already known.
        const signIn = { ...offered, method: { ...method, prove: async () => ({ assertion }) } }
        await start('signIn', { at: 'preparing', request, offered: signIn }, type, signal)
        return
      }
      const request = requestOf(context, method, options)
      await start('signIn', { at: 'preparing', request }, type, signal)
    },
    async submit(input) {
      if (!isReady) await wallet.ready
      assertOpen(disposed, input.signal)
      // The user has already proven who they are, and cannot use this token for another attempt.
      if ('oidcToken' in input && state().flow.status === 'idle') await takenUp(input.signal)
      const { flow, attempt: number } = state()
      const attempt = attempts.get(number)
      if (flow.status === 'verifying') throw busy()
      if (flow.status !== 'awaitingProof' || flow.proof === 'assertion' || attempt === undefined)
        throw 'oidcToken' in input ? tokenNotAwaited() : notAwaited('proof')
      give(attempt, givenProof(flow.proof, input), context.holdPageLock)
      const outcome = settled(attempt, input.signal)
      dispatch({ event: 'proven', attempt: number })
      await outcome
      offer.end()
    },
    async resend({ signal } = {}) {
      if (!isReady) await wallet.ready
      assertOpen(disposed, signal)
      const { flow, attempt: number } = state()
      const attempt = attempts.get(number)
      if (flow.status !== 'awaitingProof' || flow.proof !== 'otp' || attempt?.stage.at !== 'awaiting')
        throw notAwaited('code')
      const { signIn } = attempt.stage
      await resendOnce({ id: signIn.attemptId, attempt, signIn }, signal)
    },
    async create(options) {
      const order = orderOf(context, options)
      const created = await start('create', { at: 'creating', order }, order.method.type, options.signal)
      if (created === undefined) throw new SessionError('SUPERSEDED', 'A sign-in replaced the creation.')
      return created
    },
  }
}
