/**
 * Jobs that run later, as plain data: which kind, when, and for which record. One timer runs them in the order in which they
 * fall due, and so does every read. As data, they can be part of a snapshot.
 * @module
 */
import type { EmulatorClock } from './clock.js'
import { type Before, popHeap, pushHeap } from './heap.js'

/**
 * What a job does: takes the next step of a payment, expires a quote or an approval, settles the next part of a bulk upload,
 * lets an issuer decide about a card, finishes a pull, attempts the next delivery to a resource's queue.
 */
export type JobKind = 'payment' | 'quote' | 'approval' | 'bulk-job' | 'card' | 'pull' | 'delivery'

/** A job and when it runs. Plain data. */
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
  /** When its timer goes off, milliseconds; infinite where none is set. */
  wakesAt: number
  /** Runs a job of a kind for a record. Only a clock waits for a returned promise. */
  readonly run: (kind: JobKind, id: string) => unknown
}

/** As much of the emulator as scheduling needs. */
export interface SchedulerContext {
  readonly state: {
    /** A heap, the soonest first. */
    readonly due: ScheduledJob[]
    /** `order` of the latest one. */
    lastOrder: number
  }
  readonly clock: EmulatorClock
  readonly scheduler: Scheduler
}

const isSooner: Before<ScheduledJob> = (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** Schedules a job, `at` milliseconds since 1970. Of two jobs for the same time, the one scheduled first runs first. */
export function schedule(context: SchedulerContext, at: number, kind: JobKind, id: string): void {
  const { state } = context
  state.lastOrder += 1
  pushHeap(state.due, { at, order: state.lastOrder, kind, id }, isSooner)
  armTimer(context)
}

/**
 * Runs every job that is due. Called before each read, so that deadlines hold whether or not the timer has fired. The promise
 * settles when what the jobs started, such as a delivery, has finished; only a clock waits for it.
 */
export function runDueJobs(context: SchedulerContext): Promise<unknown> | undefined {
  const { state, clock, scheduler } = context
  const work: Promise<unknown>[] = []
  for (let next = state.due[0]; next && next.at <= clock.now(); next = state.due[0]) {
    // Removed first: no job runs twice.
    popHeap(state.due, isSooner)
    const done = scheduler.run(next.kind, next.id)
    if (done instanceof Promise) work.push(done)
  }
  armTimer(context)
  return work.length > 0 ? Promise.all(work) : undefined
}

/** Sets the one timer for the next job, unless it already goes off by then. */
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
