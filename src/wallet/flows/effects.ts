/** Runs the machine's effects, and dispatches the events that result from them. @module */
import { later } from '../../clock.js'
import { faultOf, SessionError, TransportError, WalletError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import type { Proof } from '../credentials/method.js'
import type { Awaited, Effect, MachineEvent, StopReason } from '../machine/machine.js'
import { discard } from '../record/attempt-commits.js'
import { infoOf, type StoredSession } from '../record/record.js'
import { untilNextLook } from '../time/wake.js'
import { type Attempt, awaitAnother, give, type Stage, type StageAt, stageAt } from './attempt.js'
import type { Attempts } from './attempts.js'
import { awaitedBy, prepareSignIn } from './challenge.js'
import type { CodesSent } from './codes-sent.js'
import type { Asking } from './confirm.js'
import type { Context } from './context.js'
import { type CreationQuestion, createCredential } from './create.js'
import { abandon, release } from './pending-slot.js'
import type { Preparations } from './preparations.js'
import { verifyProof } from './verify.js'

/** What this page does and has done for its flows. */
export interface PageWork {
  readonly attempts: Attempts
  readonly preparations: Preparations
  readonly codes: CodesSent
}

/** The parts of the wallet that effects change. */
export interface EffectTarget {
  readonly dispatch: (event: MachineEvent) => void
  /** Sets the session and its keys. Called just before the state shows the session's id. */
  readonly setSession: (session: StoredSession) => void
  readonly watch: () => void
}

type EffectContext = Context & Asking<CreationQuestion>

/** The work of one effect, for an attempt at the stage that the effect needs. */
type Step<At extends Stage['at']> = (attempt: Attempt, stage: StageAt<At>) => Promise<void>

export function createEffects(
  context: EffectContext,
  work: PageWork,
  target: EffectTarget,
): (effect: Effect) => void {
  const { dispatch } = target
  const { attempts } = work

  const fail = (number: number, thrown: unknown): void => {
    attempts.end(number)
    const error = thrown instanceof Error ? thrown : new Error('A non-error was thrown.', { cause: thrown })
    const fault = error instanceof WalletError ? { fault: faultOf(error) } : {}
    dispatch({ event: 'failed', attempt: number, error, ...fault })
  }

  /** Does work. If it fails, the attempt releases its slot, unless its key was delivered or the wallet disposed. */
  const run = (attempt: Attempt, doing: () => Promise<void>): void => {
    doing().catch(async (error: unknown) => {
      attempt.controller.abort(error)
      await attempts.releaseSlot(attempt, release)
      fail(attempt.number, error)
    })
  }

  const stop = (attempt: Attempt, error: WalletError, reason?: StopReason): void => {
    const { number } = attempt
    attempt.controller.abort(error)
    // If the attempt is gone, its slot is not released: another tab has taken over the attempt, and may be awaiting a
    // proof again when the commit runs.
    if (reason !== 'gone') void attempts.releaseSlot(attempt, abandon)
    attempts.end(number)
    attempts.reject(number, error)
  }

  const on =
    <E extends { readonly attempt: number }>(act: (attempt: Attempt, effect: E) => void) =>
    (effect: E): void => {
      const attempt = attempts.get(effect.attempt)
      if (attempt) act(attempt, effect)
    }
  const start = <At extends Stage['at']>(at: At, step: Step<At>): ReturnType<typeof on> =>
    on((attempt) => run(attempt, async () => step(attempt, stageAt(attempt, at))))

  const steps = createSteps(context, work, target, run)
  const interpreters: { readonly [E in Effect as E['effect']]: (effect: E) => void } = {
    challenge: start('preparing', steps.challenge),
    prove: start('awaiting', steps.prove),
    verify: start('verifying', steps.verify),
    create: start('creating', steps.create),
    await: start('awaiting', steps.awaitInput),
    stop: on((attempt, { reason }) => {
      const isMailing = attempt.stage.at === 'preparing' && attempt.stage.isMailing
      stop(attempt, reason === 'cancelled' && isMailing ? mayBeSent() : stopErrors[reason](), reason)
    }),
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
  { attempts, preparations, codes }: PageWork,
  { dispatch, setSession }: EffectTarget,
  run: (attempt: Attempt, doing: () => Promise<void>) => void,
): {
  readonly challenge: Step<'preparing'>
  readonly prove: Step<'awaiting'>
  readonly verify: Step<'verifying'>
  readonly create: Step<'creating'>
  readonly awaitInput: Step<'awaiting'>
} {
  const { journal, transport, clock, pageId, passkey, holdPageLock } = context

  const challenge: Step<'preparing'> = async (attempt, stage) => {
    const { number, controller } = attempt
    const { request, offered } = stage
    const { signal } = controller
    const isInput = credentialTypes[request.method.type].proof === 'otp'
    // The slot is checked before a code is sent, because the user could not enter the code here while the slot is
    // taken.
    if (isInput) await attempts.assertFree()
    const mailing = (isOut: boolean): void => {
      stage.isMailing = isOut
    }
    // Nothing is awaited before a prepared ceremony, because some browsers allow a ceremony only in the same task as
    // the click.
    const signIn =
      offered ??
      preparations.takeSignIn(request) ??
      (await prepareSignIn(context, request, { signal, codes, mailing }))
    signal.throwIfAborted()
    attempt.stage = { at: 'awaiting', signIn, request }
    if (isInput) await attempts.acquireSlot(attempt)
    const awaited = awaitedBy(signIn)
    const { tooSoon: error } = signIn
    if (error) return dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
    dispatch({ event: 'challenged', attempt: number, awaited })
  }

  const prove: Step<'awaiting'> = async (attempt, stage) => {
    const { signIn, request, lock = holdPageLock() } = stage
    const { method, clientKey, nonce, challenge } = signIn
    attempt.stage = { ...stage, lock }
    const slot = lock.shown.then(() => attempts.acquireSlot(attempt))
    slot.catch(() => {})
    // The user may leave this page to get an ID token and return to a new page, so the client key must be stored first.
    if (credentialTypes[method.type].proof === 'oidcToken') await slot
    const proving = method.prove?.({
      ...context,
      now: transport.now,
      signal: attempt.controller.signal,
      clientPublicKey: clientKey?.publicKey ?? '',
      nonce,
      challenge,
      getOidcToken: request?.getOidcToken,
    })
    const proof = await Promise.resolve(proving).catch((error: unknown): Proof => {
      // The page has submitted a token that came by another way, so it does not matter how this one ends.
      if (attempt.stage.at === 'verifying') return {}
      throw error
    })
    await slot
    if (give(attempt, proof ?? {}, holdPageLock)) dispatch({ event: 'proven', attempt: attempt.number })
  }

  const verify: Step<'verifying'> = (attempt, { signIn, proof, lock }) =>
    attempts.track(signIn.attemptId, async () => {
      const { number, controller } = attempt
      await lock.shown
      try {
        const session = await verifyProof(context, signIn, proof, controller.signal)
        codes.used(signIn.credential)
        setSession(session)
        attempts.end(number)
        dispatch({ event: 'verified', attempt: number, session: infoOf(session) })
      } catch (error) {
        const awaited = await stillAwaited(attempt)
        if (awaited === undefined || !(error instanceof WalletError)) throw error
        awaitAnother(attempt)
        dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
      }
    })

  /** Returns the proof to await after a refusal; `undefined` if the attempt ends instead. */
  const stillAwaited = async (attempt: Attempt): Promise<Awaited | undefined> => {
    const { pending } = await journal.read()
    const { signIn, request } = stageAt(attempt, 'verifying')
    const isOpen = pending?.attemptId === signIn.attemptId && pending.phase === 'awaiting'
    const byInput = credentialTypes[signIn.method.type].proof === 'otp' || request === undefined
    if (!isOpen || !byInput || attempt.controller.signal.aborted || context.disposed.aborted) return undefined
    const { resendAt } = pending
    return { ...awaitedBy(signIn), ...(resendAt && { resendAt }) }
  }

  const create: Step<'creating'> = async (attempt, { order }) => {
    const { number, controller } = attempt
    const sent = (): void => dispatch({ event: 'sent', attempt: number })
    const prepared = preparations.takeCreation(order)
    const credential = await createCredential(context, order, { signal: controller.signal, sent, prepared })
    // Recorded for every credential type, but used only for types with codes: the service sends the first code when the
    // credential is created.
    codes.sent(credential.id, 'creation', credential.otpEncryptionTargetBundle)
    attempts.end(number)
    dispatch({ event: 'created', attempt: number, credential })
  }

  /** Ends an attempt without a timely proof. For a code, any tab's request for another restarts the time. */
  const awaitInput: Step<'awaiting'> = async (attempt, { signIn }) => {
    const { attemptId, method, codeSentAt } = signIn
    const arm = (deadline: number): void => {
      const { stage } = attempt
      // After a refusal of the proof that is being verified, the timer is set again.
      if (stage.at !== 'awaiting') return
      stage.cancelDeadline?.()
      const left = deadline - transport.now()
      const cancelDeadline = later(clock, untilNextLook(left), () =>
        transport.now() < deadline ? arm(deadline) : run(attempt, due),
      )
      attempt.stage = { ...stage, cancelDeadline }
    }
    const due = async (): Promise<void> => {
      const { pending } = await journal.read()
      const isOurs = pending?.attemptId === attemptId
      if (isOurs && (pending.phase === 'awaiting' || pending.pageId === pageId)) {
        const isOver =
          pending.deadline <= transport.now() &&
          (await journal.commit(discard(attemptId, 'awaiting'))) !== undefined
        // The deadline has been extended, or this page has begun to verify a proof.
        if (!isOver) return arm(Math.max(pending.deadline, transport.now() + 1_000))
      }
      throw new SessionError('PROOF_TIMEOUT', 'No proof was given in time.')
    }
    arm(codeSentAt + method.deadline(passkey))
  }

  return { challenge, prove, verify, create, awaitInput }
}
