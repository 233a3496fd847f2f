/**
 * Jobs that run later. A job is plain data (its kind, its time and the id of its record), so that a snapshot can
 * contain it. A timer runs the jobs in the order in which they become due. A call whose result depends on a deadline
 * runs the due jobs first.
 * @module
 */
import type { EmulatorClock } from './clock.js'
import { type Before, popHeap, pushHeap } from './heap.js'

/**
 * The kinds of jobs. In this order, they take the next step of a payment, expire a quote, end the wait for the person,
 * end the wait for an approval, continue a bulk upload, apply the issuer's decision about a card, finish a pull, and
 * attempt the next delivery in a webhook queue.
 */
export type JobKind =
  | 'payment'
  | 'quote'
  | 'authorization'
  | 'approval'
  | 'bulk-job'
  | 'card'
  | 'pull'
  | 'delivery'

/** A job, with the time at which it runs. */
export interface ScheduledJob {
  /** When the job runs, in milliseconds since 1970. */
  readonly at: number
  /** Of two jobs for the same time, the one with the smaller `order` runs first. */
  readonly order: number
  readonly kind: JobKind
  /** The id of the record that the job acts on. */
  readonly id: string
}

/** The timer of an emulator, and the function that runs its jobs. */
export interface Scheduler {
  /** When the timer fires, in milliseconds since 1970. `Infinity` if the timer is not set. */
  wakesAt: number
  /**
   * Runs the job of this kind for the record with this id. If the result is a promise, only the clock waits for it.
   */
  readonly run: (kind: JobKind, id: string) => unknown
}

/** The parts of the context that are needed to schedule jobs. */
export interface SchedulerContext {
  readonly state: {
    /** The scheduled jobs, as a heap with the earliest at the top. */
    readonly due: ScheduledJob[]
    /** The `order` of the job that was scheduled last. */
    lastOrder: number
  }
  readonly clock: EmulatorClock
  readonly scheduler: Scheduler
}

const isSooner: Before<ScheduledJob> = (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order)

/**
 * Schedules a job. `at` is in milliseconds since 1970. Of two jobs for the same time, the one that was scheduled first
 * runs first.
 */
export function schedule(context: SchedulerContext, at: number, kind: JobKind, id: string): void {
  const { state } = context
  state.lastOrder += 1
  pushHeap(state.due, { at, order: state.lastOrder, kind, id }, isSooner)
  armTimer(context)
}

/**
 * Runs every job that is due. The handler of a call whose result depends on a deadline calls this function first, so
 * that the deadline applies even if the timer has not fired yet. If jobs have started asynchronous work, such as a
 * delivery, the returned promise resolves when all of it has finished. Only the clock waits for that promise.
 */
export function runDueJobs(context: SchedulerContext): Promise<unknown> | undefined {
  const { state, clock, scheduler } = context
  const work: Promise<unknown>[] = []
  for (let next = state.due[0]; next && next.at <= clock.now(); next = state.due[0]) {
    // The job is removed before it runs, so that no job runs twice.
    popHeap(state.due, isSooner)
    const done = scheduler.run(next.kind, next.id)
    if (done instanceof Promise) work.push(done)
  }
  armTimer(context)
  return work.length > 0 ? Promise.all(work) : undefined
}

/** Sets the timer for the earliest job, unless it is already set for that time or an earlier one. */
export function armTimer(context: SchedulerContext): void {
  const { state, clock, scheduler } = context
  const [next] = state.due
  if (!next || next.at >= scheduler.wakesAt) return
  scheduler.wakesAt = next.at
  clock.after(next.at - clock.now(), () => {
    scheduler.wakesAt = Number.POSITIVE_INFINITY
    return runDueJobs(context)
  })
}
