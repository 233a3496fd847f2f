/** Runs the machine's effects, and dispatches the events that result from them. @module */
import { SessionError, TransportError, WalletError } from '../../errors.js'
import { faultOf } from '../machine/fault-of.js'
import type { Effect, StopReason } from '../machine/machine.js'
import { type Attempt, type Stage, type Step, stageAt } from './attempt.js'
import { abandon, release } from './pending-slot.js'
import { createSteps, type EffectTarget, type PageWork, type StepContext } from './steps.js'

export function createEffects(
  context: StepContext,
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
