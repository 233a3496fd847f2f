/** The backend's deadlines. Their error has a name of its own, because `onError` hands it to the platform. @module */
import type { Limit } from '../clock.js'

/** The platform, its store or the service took too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** The limit of work that has `ms` milliseconds. */
export function deadline(ms: number): Limit {
  return { ms, late: () => new DeadlineExceeded(`Not done within ${ms} ms.`) }
}
