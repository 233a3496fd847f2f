/** The backend's deadlines. When one passes, the platform's `onError` gets a `DeadlineExceeded`. @module */
import { type Limit, wallClock } from '../clock.js'

/** The error if a function of the platform, the platform's store or the service takes too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

const exceeded = (ms: number): DeadlineExceeded => new DeadlineExceeded(`Not finished within ${ms} ms.`)

/** Makes the deadline for something that may take `ms` milliseconds. */
export function deadline(ms: number): Limit {
  return { ms, late: () => exceeded(ms) }
}

/**
 * Settles as the work does, or rejects after `ms` milliseconds. Unlike `withDeadline`, it does not tell the work: that
 * takes a signal for each call, and the work that is given here could not use one.
 */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = wallClock.after(ms, () => reject(exceeded(ms)))
    work.finally(cancel).then(resolve, reject)
  })
}
