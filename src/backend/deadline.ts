/** The backend's deadlines. The platform gets their error in `onError` and can recognize it by its name. @module */
import type { Limit } from '../clock.js'

/** A function of the platform, its store or the service took too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** A limit of `ms` milliseconds. */
export function deadline(ms: number): Limit {
  return { ms, late: () => new DeadlineExceeded(`Not finished within ${ms} ms.`) }
}
