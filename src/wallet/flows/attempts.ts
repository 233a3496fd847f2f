/** The attempts of this page, and the pending slot that they acquire one after the other. @module */
import { onAbort } from '../../clock.js'
import type { WalletError } from '../../errors.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type { Commit } from '../record/record.js'
import { type Attempt, type Slot, type Stage, stageAt, type Waiter } from './attempt.js'
import { acquire, assertFree, pendingOf, type SlotContext } from './pending-slot.js'

export interface Attempts {
  /** Adds an attempt. The caller then dispatches the event that starts the attempt. */
  begin(stage: Stage): Attempt
  /** The attempt with this number, unless it is over. */
  get(number: number): Attempt | undefined
  /** Ends an attempt's work. Calls that wait for the attempt keep waiting until `resolve` or `reject` is called. */
  end(number: number): void
  /** Whether a sign-in or refresh of this page is running with this attempt id. */
  isRunning(attemptId: string): boolean
  /**
   * Runs a verify call or a refresh, which `dispose` waits for. Until the work has settled, `isRunning` returns `true`
   * for this attempt id.
   */
  track<T>(attemptId: string, work: () => Promise<T>): Promise<T>

  /** Settles with the attempt's next result. If `signal` aborts before that, calls `aborted`. */
  wait(
    attempt: Attempt,
    signal: AbortSignal | undefined,
    aborted: () => void,
  ): Promise<AuthMethod | undefined>
  resolve(number: number, value?: AuthMethod): void
  reject(number: number, error: Error): void

  /** Rejects with `BUSY` if the pending slot cannot be acquired now. Called before a code is sent. */
  assertFree(): Promise<void>
  /** Acquires the pending slot once this page's earlier attempts have released it. Rejects if aborted. */
  acquireSlot(attempt: Attempt): Promise<void>
  /** Releases the pending slot that an attempt has or is acquiring, before the attempt ends. Never rejects. */
  releaseSlot(attempt: Attempt, how: (attemptId: string, pageId: string) => Commit): Promise<void>
  /** Whether this page has released the slot of an attempt with this id, although the record may not show it yet. */
  hasReleased(attemptId: string): boolean

  /**
   * Ends all work of this page, and leaves the record unchanged for the next page. A verify call or refresh in flight
   * continues, so that its answer is stored. Returns a promise that resolves when the last such call has ended, or
   * `undefined` if none is in flight.
   */
  dispose(error: WalletError): Promise<void> | undefined
}

export function createAttempts(context: SlotContext): Attempts {
  const { journal, pageId } = context
  const all = new Map<number, Attempt>()
  /** The verify calls and refreshes in flight, by the id of their attempt. */
  const inFlight = new Map<string, Promise<unknown>>()
  let count = 0
  let releasing = Promise.resolve()
  const released = new Set<string>()
  let isDisposed = false

  const end = (number: number): void => {
    const attempt = all.get(number)
    if (attempt === undefined) return
    const { stage } = attempt
    if ('cancelDeadline' in stage) stage.cancelDeadline?.()
    if ('lock' in stage) stage.lock?.release()
    attempt.stage = { at: 'over' }
    if (attempt.waiters.size === 0) all.delete(number)
  }

  const settle = (number: number, act: (waiter: Waiter) => void): void => {
    const attempt = all.get(number)
    const waiters = [...(attempt?.waiters ?? [])]
    attempt?.waiters.clear()
    if (attempt?.stage.at === 'over') all.delete(number)
    for (const waiter of waiters) act(waiter)
  }

  const reject = (number: number, error: Error): void => settle(number, (waiter) => waiter.reject(error))

  return {
    begin(stage) {
      count += 1
      const attempt = { number: count, controller: new AbortController(), waiters: new Set<Waiter>(), stage }
      all.set(count, attempt)
      return attempt
    },
    get(number) {
      const attempt = all.get(number)
      return attempt?.stage.at === 'over' ? undefined : attempt
    },
    end,
    isRunning: (attemptId) =>
      inFlight.has(attemptId) ||
      [...all.values()].some(({ stage }) => 'signIn' in stage && stage.signIn.attemptId === attemptId),
    track(attemptId, work) {
      // The attempt id is registered before the work starts, because the work commits the attempt to the record.
      inFlight.set(attemptId, Promise.resolve())
      const ended = work().finally(() => {
        // After a refusal, the attempt's next verify call may have begun already.
        if (inFlight.get(attemptId) === ended) inFlight.delete(attemptId)
      })
      inFlight.set(attemptId, ended)
      return ended
    },
    wait: ({ waiters }, signal, aborted) =>
      new Promise((resolve, reject) => {
        const done = onAbort(signal, aborted)
        waiters.add({
          resolve: (value) => {
            done()
            resolve(value)
          },
          reject: (error) => {
            done()
            reject(error)
          },
        })
      }),
    resolve: (number, value) => settle(number, (waiter) => waiter.resolve(value)),
    reject,
    assertFree: () => releasing.then(() => assertFree(context)),
    async acquireSlot(attempt) {
      const stage = stageAt(attempt, 'awaiting', 'verifying')
      const acquired = releasing.then(async () => {
        attempt.controller.signal.throwIfAborted()
        slot.since = await acquire(context, pendingOf(context, stage.signIn))
      })
      const slot: Slot = { acquired, since: Number.POSITIVE_INFINITY }
      attempt.stage = { ...stage, slot }
      return acquired
    },
    releaseSlot({ stage }, how) {
      if (!('signIn' in stage) || isDisposed) return Promise.resolve()
      const { attemptId } = stage.signIn
      released.add(attemptId)
      releasing = Promise.allSettled([releasing, stage.slot?.acquired])
        .then(() => journal.commit(how(attemptId, pageId)))
        .then(
          () => {},
          () => {},
        )
      return releasing
    },
    hasReleased: (attemptId) => released.has(attemptId),
    dispose(error) {
      isDisposed = true
      for (const { stage, number, controller } of all.values()) {
        if (stage.at === 'over' || stage.at === 'verifying') continue
        controller.abort(error)
        end(number)
      }
      for (const number of [...all.keys()]) reject(number, error)
      const work = [...inFlight.values()]
      return work.length === 0 ? undefined : Promise.allSettled(work).then(() => {})
    },
  }
}
