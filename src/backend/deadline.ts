/** The deadlines of the backend. When one passes, the `cause` of the refusal is a `DeadlineExceeded`. @module */
import { type Limit, wallClock } from '../clock.js'

/**
 * Thrown when the body of a request, a function of the platform, the platform's store or the service takes too long.
 */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

const exceeded = (ms: number): DeadlineExceeded => new DeadlineExceeded(`Not finished within ${ms} ms.`)

/** Creates a deadline of `ms` milliseconds for `withDeadline`. */
export function deadline(ms: number): Limit {
  return { ms, late: () => exceeded(ms) }
}

/**
 * Settles as `work` does, or rejects with a {@link DeadlineExceeded} after `ms` milliseconds. The work itself then
 * continues, because it accepts no `AbortSignal`.
 */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = wallClock.after(ms, () => reject(exceeded(ms)))
    work.finally(cancel).then(resolve, reject)
  })
}
