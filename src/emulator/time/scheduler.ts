/**
 * Jobs that run later, as plain data: their kind, their time and their record. A timer runs them in the order in
 * which they fall due; reads also run those that are due. As plain data they can be part of a snapshot.
 * @module
 */
import type { EmulatorClock } from './clock.js'
import { type Before, popHeap, pushHeap } from './heap.js'

/**
 * What a job does: take the next step of a payment, expire a quote, end the wait for an approval, move a bulk upload
 * on, apply an issuer's decision about a card, finish a pull, or attempt the next delivery of a resource's queue.
 */
export type JobKind = 'payment' | 'quote' | 'approval' | 'bulk-job' | 'card' | 'pull' | 'delivery'

/** A job and when it runs. */
export interface ScheduledJob {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of two jobs for the same time, the one with the smaller `order` runs first. */
  readonly order: number
  readonly kind: JobKind
  /** The id of the job's record. */
  readonly id: string
}

/** Runs the jobs of a state. */
export interface Scheduler {
  /** When the timer fires, in milliseconds since 1970; `Infinity` if it is not set. */
  wakesAt: number
  /** Runs the job of a kind for the record with this id. Only a clock waits for a promise that it returns. */
  readonly run: (kind: JobKind, id: string) => unknown
}

/** The part of the emulator's context that scheduling needs. */
export interface SchedulerContext {
  readonly state: {
    /** A heap, with the soonest at the top. */
    readonly due: ScheduledJob[]
    /** `order` of the job that was scheduled last. */
    lastOrder: number
  }
  readonly clock: EmulatorClock
  readonly scheduler: Scheduler
}

const isSooner: Before<ScheduledJob> = (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order)

/**
 * Schedules a job; `at` is in milliseconds since 1970. Of two jobs for the same time, the one that was scheduled
 * first runs first.
 */
export function schedule(context: SchedulerContext, at: number, kind: JobKind, id: string): void {
  const { state } = context
  state.lastOrder += 1
  pushHeap(state.due, { at, order: state.lastOrder, kind, id }, isSooner)
  armTimer(context)
}

/**
 * Runs every job that is due. Reads whose result depends on a deadline call it first, so that deadlines hold even if
 * the timer has not fired yet. The returned promise settles when the work that the jobs started, such as a delivery,
 * has finished; only a clock waits for it.
 */
export function runDueJobs(context: SchedulerContext): Promise<unknown> | undefined {
  const { state, clock, scheduler } = context
  const work: Promise<unknown>[] = []
  for (let next = state.due[0]; next && next.at <= clock.now(); next = state.due[0]) {
    // Removed before it runs, so that no job runs twice.
    popHeap(state.due, isSooner)
    const done = scheduler.run(next.kind, next.id)
    if (done instanceof Promise) work.push(done)
  }
  armTimer(context)
  return work.length > 0 ? Promise.all(work) : undefined
}

/** Sets the timer for the next job, unless it already fires by then. */
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
