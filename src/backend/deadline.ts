/** The backend's deadlines: `onError` gives their error to the platform, so it can be recognised by its name. @module */
import type { Limit } from '../clock.js'

/** A function of the platform, its store or the service took too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** The limit of work that has `ms` milliseconds. */
export function deadline(ms: number): Limit {
  return { ms, late: () => new DeadlineExceeded(`Not done within ${ms} ms.`) }
}
