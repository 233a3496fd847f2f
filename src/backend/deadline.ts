/** The backend's deadlines. When one passes, the platform's `onError` gets a `DeadlineExceeded`. @module */
import type { Limit } from '../clock.js'

/** The error if a function of the platform, the platform's store or the service takes too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Makes the deadline for something that may take `ms` milliseconds. */
export function deadline(ms: number): Limit {
  return { ms, late: () => new DeadlineExceeded(`Not finished within ${ms} ms.`) }
}
