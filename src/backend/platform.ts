/** Calls the platform's own functions with a deadline, and validates their results. @module */
import * as v from 'valibot'
import { DeadlineExceeded, inTime } from './deadline.js'
import { Refusal } from './refusal.js'

/** How long a function of the platform may take, in milliseconds. */
const platformDeadline = 10_000

/**
 * Calls a function of the platform and resolves with its result. Rejects with a 503 if the function takes longer than
 * `ms` milliseconds, or rejects with a `TimeoutError`, as `AbortSignal.timeout()` does. Rejects with a 500 if it fails
 * otherwise, or returns a value that does not match the schema. Neither has details; the `cause` says what went wrong.
 */
export async function askPlatform<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  ask: () => unknown,
  ms: number = platformDeadline,
): Promise<T> {
  try {
    const given = ask()
    // Only a promise needs the deadline.
    return v.parse(schema, isThenable(given) ? await inTime(ms, Promise.resolve(given)) : given)
  } catch (error) {
    if (error instanceof DeadlineExceeded || (error instanceof Error && error.name === 'TimeoutError'))
      throw new Refusal('PLATFORM_TIMEOUT', 'The backend is busy.', { cause: error })
    // A validation error contains the refused value, so it is not passed on.
    const cause = v.isValiError(error) ? new TypeError(`${name} returned a value of the wrong type.`) : error
    throw new Refusal('INTERNAL_ERROR', 'The backend failed.', { cause })
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value
