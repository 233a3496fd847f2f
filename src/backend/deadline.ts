/** The deadlines of the backend. When one passes, the `cause` of the refusal is a `DeadlineExceeded`. @module */
import { wallClock } from '../clock.js'

/** Thrown when a request's body, the platform, its store or the service takes too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/**
 * Settles as `work` does, or rejects with a {@link DeadlineExceeded} after `ms` milliseconds. The work then continues,
 * unless the caller ends it.
 */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = wallClock.after(ms, () => reject(new DeadlineExceeded(`Not finished within ${ms} ms.`)))
    work.finally(cancel).then(resolve, reject)
  })
}
