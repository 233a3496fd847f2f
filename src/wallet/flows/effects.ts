/** Runs the machine's effects, and dispatches the events that result from them. @module */
import { later } from '../../clock.js'
import { faultOf, SessionError, TransportError, WalletError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import type { Awaited, Effect, MachineEvent, StopReason } from '../machine/machine.js'
import { discard } from '../record/attempt-commits.js'
import { infoOf, type StoredSession } from '../record/record.js'
import { untilNextLook } from '../time/wake.js'
import { type Attempt, type Attempts, partOf } from './attempts.js'
import { awaitedBy, prepareSignIn } from './challenge.js'
import type { Asking } from './confirm.js'
import type { Context } from './context.js'
import { type CreationQuestion, createCredential } from './create.js'
import { abandon, release } from './pending-slot.js'
import { verifyProof } from './verify.js'

/** The parts of the wallet that effects change. */
export interface EffectTarget {
  readonly dispatch: (event: MachineEvent) => void
  /** Sets the session and its keys. Called just before the state shows the session's id. */
  readonly setSession: (session: StoredSession) => void
  readonly watch: () => void
}

type EffectContext = Context & Asking<CreationQuestion>

type Step = (attempt: Attempt) => Promise<void>

export function createEffects(
  context: EffectContext,
  attempts: Attempts,
  target: EffectTarget,
): (effect: Effect) => void {
  const { dispatch } = target

  const fail = (number: number, thrown: unknown): void => {
    attempts.end(number)
    const error = thrown instanceof Error ? thrown : new Error('A non-error was thrown.', { cause: thrown })
    const fault = error instanceof WalletError ? { fault: faultOf(error) } : {}
    dispatch({ event: 'failed', attempt: number, error, ...fault })
  }

  /** Runs a step. If it fails, the attempt releases its slot, unless its key was delivered or the wallet disposed. */
  const run = (step: Step, attempt: Attempt): void => {
    step(attempt).catch(async (error: unknown) => {
      attempt.controller.abort(error)
      await attempts.releaseSlot(attempt, release)
      fail(attempt.number, error)
    })
  }

  const stop = (attempt: Attempt, error: WalletError, reason?: StopReason): void => {
    const { number } = attempt
    attempt.controller.abort(error)
    attempts.end(number)
    // If the attempt is gone, its slot is not released: another tab has taken over the attempt, and may be awaiting a
    // proof again when the commit runs.
    if (reason !== 'gone') void attempts.releaseSlot(attempt, abandon)
    attempts.reject(number, error)
  }

  const on =
    <E extends { readonly attempt: number }>(act: (attempt: Attempt, effect: E) => void) =>
    (effect: E): void => {
      const attempt = attempts.get(effect.attempt)
      if (attempt) act(attempt, effect)
    }
  const start = (step: Step): ReturnType<typeof on> => on((attempt) => run(step, attempt))

  const steps = createSteps(context, attempts, target, run)
  const interpreters: { readonly [E in Effect as E['effect']]: (effect: E) => void } = {
    challenge: start(steps.challenge),
    prove: start(steps.prove),
    verify: start(steps.verify),
    create: start(steps.create),
    await: start(steps.awaitInput),
    stop: on((attempt, { reason }) =>
      stop(attempt, reason === 'cancelled' && attempt.isMailing ? mayBeSent() : stopErrors[reason](), reason),
    ),
    abort: on(({ controller }) => controller.abort(stopErrors.cancelled())),
    refuse: on((attempt) => stop(attempt, busy())),
    resolve: ({ attempt, credential }) => attempts.resolve(attempt, credential),
    reject: ({ attempt, error }) => attempts.reject(attempt, error),
    watch: () => target.watch(),
  }
  // The interpreter is looked up by the effect's own name, but TypeScript cannot infer that across the union.
  return (effect) => (interpreters[effect.effect] as (effect: Effect) => void)(effect)
}

export const busy = (): SessionError =>
  new SessionError('BUSY', 'A single-use call is in flight. Wait for it.')

const mayBeSent = (): TransportError =>
  new TransportError('OUTCOME_UNKNOWN', 'Cancelled while a code was being sent. It may still arrive.')

export const superseded = (): SessionError => new SessionError('SUPERSEDED', 'A newer flow took over.')

const stopErrors: Readonly<Record<StopReason, () => SessionError>> = {
  superseded,
  gone: superseded,
  cancelled: () => new SessionError('CANCELLED', 'The flow was cancelled.'),
}

function createSteps(
  context: EffectContext,
  attempts: Attempts,
  { dispatch, setSession }: EffectTarget,
  run: (step: Step, attempt: Attempt) => void,
): Readonly<Record<'challenge' | 'prove' | 'verify' | 'create' | 'awaitInput', Step>> {
  const { journal, transport, clock, pageId, passkey, holdPageLock } = context

  const challenge: Step = async (attempt) => {
    const { number, controller } = attempt
    const request = partOf(attempt, 'request')
    const isInput = credentialTypes[request.method.type].proof === 'otp'
    // The slot is checked before a code is sent, because the user could not enter the code here while the slot is
    // taken.
    if (isInput) await attempts.assertFree()
    // Nothing is awaited before a prepared ceremony, because some browsers allow a ceremony only in the same task as
    // the click.
    const signIn =
      attempt.signIn ??
      attempts.takePrepared(request) ??
      (await prepareSignIn(context, request, {
        signal: controller.signal,
        codes: attempts.codes,
        mailing: (isOut) => {
          attempt.isMailing = isOut
        },
      }))
    attempt.signIn = signIn
    controller.signal.throwIfAborted()
    if (isInput) await attempts.acquireSlot(attempt)
    controller.signal.throwIfAborted()
    const awaited = awaitedBy(signIn)
    const { tooSoon: error } = signIn
    if (error) return dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
    dispatch({ event: 'challenged', attempt: number, awaited })
  }

  const prove: Step = async (attempt) => {
    const { method, clientKey, nonce, challenge } = partOf(attempt, 'signIn')
    attempt.lock ??= holdPageLock()
    const slot = attempt.lock.shown.then(() => attempts.acquireSlot(attempt))
    slot.catch(() => {})
    // The user may leave this page to get an ID token and return to a new page, so the client key must be stored first.
    if (credentialTypes[method.type].proof === 'oidcToken') await slot
    try {
      attempt.proof = await method.prove?.({
        ...context,
        now: transport.now,
        signal: attempt.controller.signal,
        clientPublicKey: clientKey?.publicKey ?? '',
        nonce,
        challenge,
        getOidcToken: partOf(attempt, 'request').getOidcToken,
      })
    } catch (error) {
      // The page has submitted a token that came by another way, so it does not matter how this one ends.
      if (attempt.isOut) return
      throw error
    }
    await slot
    dispatch({ event: 'proven', attempt: attempt.number })
  }

  const verify: Step = async (attempt) => {
    const { number, controller } = attempt
    const [signIn, proof] = [partOf(attempt, 'signIn'), partOf(attempt, 'proof')]
    attempt.cancelDeadline?.()
    attempt.lock ??= holdPageLock()
    attempt.isOut = true
    await attempt.lock.shown
    try {
      const session = await verifyProof(context, signIn, proof, controller.signal)
      attempts.codes.used(signIn.credential)
      setSession(session)
      attempts.end(number)
      dispatch({ event: 'verified', attempt: number, session: infoOf(session) })
    } catch (error) {
      const awaited = await stillAwaited(attempt)
      if (awaited === undefined || !(error instanceof WalletError)) throw error
      attempt.isOut = false
      dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
    }
  }

  /** Returns the proof to await after a refusal; `undefined` if the attempt ends instead. */
  const stillAwaited = async (attempt: Attempt): Promise<Awaited | undefined> => {
    const signIn = partOf(attempt, 'signIn')
    const { pending } = await journal.read()
    const isOpen = pending?.attemptId === signIn.attemptId && pending.phase === 'awaiting'
    const byInput = credentialTypes[signIn.method.type].proof === 'otp' || attempt.request === undefined
    if (!isOpen || !byInput || attempt.controller.signal.aborted || context.disposed.aborted) return undefined
    const { resendAt } = pending
    return { ...awaitedBy(signIn), ...(resendAt && { resendAt }) }
  }

  const create: Step = async (attempt) => {
    const { number, controller } = attempt
    const order = partOf(attempt, 'order')
    const sent = (): void => dispatch({ event: 'sent', attempt: number })
    const prepared = attempts.takeCreation(order)
    const steps = { signal: controller.signal, sent, prepared }
    const credential = await createCredential(context, order, steps)
    // Recorded for every credential type, but used only for types with codes: the service sends the first code when the
    // credential is created.
    attempts.codes.sent(credential.id, 'creation', credential.otpEncryptionTargetBundle)
    attempts.end(number)
    dispatch({ event: 'created', attempt: number, credential })
  }

  /** Ends an attempt without a timely proof. For a code, any tab's request for another restarts the time. */
  const awaitInput: Step = async (attempt) => {
    const { attemptId, method, codeSentAt } = partOf(attempt, 'signIn')
    const arm = (deadline: number): void => {
      attempt.cancelDeadline?.()
      const left = deadline - transport.now()
      attempt.cancelDeadline = later(clock, untilNextLook(left), () =>
        transport.now() < deadline ? arm(deadline) : run(due, attempt),
      )
    }
    const due = async (): Promise<void> => {
      const { pending } = await journal.read()
      const isOurs = pending?.attemptId === attemptId
      if (isOurs && (pending.phase === 'awaiting' || pending.pageId === pageId)) {
        const isOver =
          pending.deadline <= transport.now() &&
          (await journal.commit(discard(attemptId, 'awaiting'))) !== undefined
        // The deadline has been extended, or this page is verifying a proof. The timer is set again, because the
        // attempt may still await a proof later.
        if (!isOver) return arm(Math.max(pending.deadline, transport.now() + 1_000))
      }
      throw new SessionError('PROOF_TIMEOUT', 'No proof was given in time.')
    }
    arm(codeSentAt + method.deadline(passkey))
  }

  return { challenge, prove, verify, create, awaitInput }
}
