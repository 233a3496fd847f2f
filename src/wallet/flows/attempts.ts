/** The attempts of this page, each with its input, its pending slot and its waiting calls. @module */
import { onAbort } from '../../clock.js'
import type { WalletError } from '../../errors.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type { Proof } from '../credentials/method.js'
import type { PageLock } from '../record/page-locks.js'
import type { Commit } from '../record/record.js'
import type { PreparedSignIn, SignInRequest } from './challenge.js'
import { type CodesSent, createCodesSent } from './codes-sent.js'
import type { CreationOrder, PreparedCreation } from './create.js'
import { acquire, assertFree, pendingOf, type SlotContext } from './pending-slot.js'

interface Waiter {
  readonly resolve: (value: AuthMethod | undefined) => void
  readonly reject: (error: Error) => void
}

/** One attempt to sign in or to create a credential. */
export interface Attempt {
  /** Grows with each attempt of this page. A result with a lower number is ignored. */
  readonly number: number
  readonly request?: SignInRequest
  readonly order?: CreationOrder
  readonly controller: AbortController
  /** The calls that wait for the attempt's next result. */
  readonly waiters: Set<Waiter>
  /** Set once everything except the proof is ready. */
  signIn?: PreparedSignIn
  /** Kept here rather than in an event, because inspectors may see events. */
  proof?: Proof | undefined
  cancelDeadline?: () => void
  /** Resolves when the attempt has the pending slot. Rejects if the slot cannot be acquired. */
  slot?: Promise<void>
  /** The first revision of the record that contains the attempt. */
  since?: number
  /** Tells other tabs that this page is open. */
  lock?: PageLock
  isOver: boolean
  /** Whether the attempt's verify call is under way, so its answer may still arrive. */
  isOut?: boolean
  /** Whether the call that requests the attempt's code is in flight. */
  isMailing?: boolean
  over?: () => void
}

/**
 * Returns a part of an attempt that an earlier step has set.
 *
 * @throws Error if the part is missing, so that the attempt fails instead of waiting forever
 */
export function partOf<Name extends 'request' | 'order' | 'signIn' | 'proof'>(
  attempt: Attempt,
  name: Name,
): NonNullable<Attempt[Name]> {
  const part = attempt[name]
  if (part === undefined) throw new Error(`The attempt has no ${name} yet.`)
  return part
}

export interface Attempts {
  /** Adds an attempt. The caller then dispatches the event that starts the attempt. */
  begin(what?: Pick<Attempt, 'request' | 'order' | 'signIn'>): Attempt
  /** The attempt with this number, unless it is over. */
  get(number: number): Attempt | undefined
  /** Ends an attempt's work. Calls that wait for the attempt keep waiting until `resolve` or `reject` is called. */
  end(number: number): void
  /** Whether a sign-in or refresh of this page is running with this attempt id. */
  isRunning(attemptId: string): boolean
  /** Runs the work of a refresh. Until the work has settled, `isRunning` returns `true` for this attempt id. */
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
  /** Releases the pending slot that an attempt has or is acquiring. Never rejects. */
  releaseSlot(attempt: Attempt | undefined, how: (attemptId: string, pageId: string) => Commit): Promise<void>
  /** Whether this page has released the slot of an attempt with this id, although the record may not show it yet. */
  hasReleased(attemptId: string): boolean

  /** Keeps a sign-in that was prepared in advance. */
  keep(prepared: PreparedSignIn): void
  /**
   * Takes the prepared sign-in, which can be used only once. Returns `undefined` if the sign-in is too old. If the
   * sign-in does not fit the request, this returns `undefined` too, but keeps the sign-in for a later request.
   */
  takePrepared(request: SignInRequest): PreparedSignIn | undefined
  /** Keeps a prepared creation. `takeCreation` returns it under the same rules as `takePrepared`. */
  keepCreation(prepared: PreparedCreation): void
  takeCreation(order: CreationOrder): PreparedCreation | undefined
  readonly codes: CodesSent

  /**
   * Ends all work of this page, and leaves the record unchanged for the next page. A verify call or refresh in flight
   * continues, so that its answer is stored. Returns a promise that resolves when the last such call has ended, or
   * `undefined` if none is in flight.
   */
  dispose(error: WalletError): Promise<void> | undefined
}

export function createAttempts(context: SlotContext): Attempts {
  const { journal, pageId, time } = context
  const all = new Map<number, Attempt>()
  const refreshes = new Map<string, Promise<unknown>>()
  let count = 0
  let prepared: PreparedSignIn | undefined
  let preparedCreation: PreparedCreation | undefined
  let releasing = Promise.resolve()
  const released = new Set<string>()
  let isDisposed = false

  const running = (): Attempt[] => [...all.values()].filter(({ isOver }) => !isOver)

  const end = (number: number): void => {
    const attempt = all.get(number)
    if (attempt === undefined) return
    attempt.isOver = true
    attempt.cancelDeadline?.()
    attempt.lock?.release()
    attempt.over?.()
    if (attempt.waiters.size === 0) all.delete(number)
  }

  const settle = (number: number, act: (waiter: Waiter) => void): void => {
    const attempt = all.get(number)
    const waiters = [...(attempt?.waiters ?? [])]
    attempt?.waiters.clear()
    if (attempt?.isOver) all.delete(number)
    for (const waiter of waiters) act(waiter)
  }

  const reject = (number: number, error: Error): void => settle(number, (waiter) => waiter.reject(error))

  return {
    begin(what) {
      count += 1
      const controller = new AbortController()
      const attempt = { ...what, number: count, controller, waiters: new Set<Waiter>(), isOver: false }
      all.set(count, attempt)
      return attempt
    },
    get: (number) => {
      const attempt = all.get(number)
      return attempt?.isOver ? undefined : attempt
    },
    end,
    isRunning: (attemptId) =>
      refreshes.has(attemptId) || running().some(({ signIn }) => signIn?.attemptId === attemptId),
    track(attemptId, work) {
      // The attempt id is registered before the work starts, because the work commits the attempt to the record.
      refreshes.set(attemptId, Promise.resolve())
      const ended = work().finally(() => refreshes.delete(attemptId))
      refreshes.set(attemptId, ended)
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
    acquireSlot(attempt) {
      const signIn = partOf(attempt, 'signIn')
      attempt.slot = releasing.then(() => {
        attempt.controller.signal.throwIfAborted()
        return acquire(context, pendingOf(context, signIn)).then((revision) => {
          attempt.since = revision
        })
      })
      return attempt.slot
    },
    releaseSlot(attempt, how) {
      if (attempt?.signIn === undefined || isDisposed) return Promise.resolve()
      const { attemptId } = attempt.signIn
      released.add(attemptId)
      releasing = Promise.allSettled([releasing, attempt.slot])
        .then(() => journal.commit(how(attemptId, pageId)))
        .then(
          () => {},
          () => {},
        )
      return releasing
    },
    hasReleased: (attemptId) => released.has(attemptId),
    keep: (signIn) => {
      prepared = signIn
    },
    takePrepared({ method, credential }) {
      const found = prepared
      const fits = found?.method === method && (credential === undefined || credential === found.credential)
      if (!fits) return undefined
      prepared = undefined
      return found.usableUntil > time.now() ? found : undefined
    },
    keepCreation: (creation) => {
      preparedCreation = creation
    },
    takeCreation({ method, input }) {
      const found = preparedCreation
      const fits = found?.method === method && JSON.stringify(found.input) === JSON.stringify(input)
      if (!fits) return undefined
      preparedCreation = undefined
      return found.usableUntil > time.now() ? found : undefined
    },
    codes: createCodesSent(time),
    dispose(error) {
      isDisposed = true
      const out = running().filter(({ isOut }) => isOut)
      for (const { isOut, number, controller } of running()) {
        if (isOut) continue
        controller.abort(error)
        end(number)
      }
      for (const number of [...all.keys()]) reject(number, error)
      const ends = out.map(
        (attempt) =>
          new Promise<void>((resolve) => {
            attempt.over = resolve
          }),
      )
      const work = [...ends, ...refreshes.values()]
      return work.length === 0 ? undefined : Promise.allSettled(work).then(() => {})
    },
  }
}
