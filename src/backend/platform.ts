/** Calls the platform's own functions and stores with a deadline, and validates their results. @module */
import * as v from 'valibot'
import { wallClock, withDeadline } from '../clock.js'
import { deadline } from './deadline.js'
import { Refusal } from './refusal.js'

/** Milliseconds. */
const platformDeadline = 10_000

/**
 * Resolves with the result of a function of the platform. When it fails, takes longer than `ms` milliseconds or returns a
 * value of another form, throws a 500 without detail whose `cause` is the error.
 */
export async function askPlatform<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  ask: () => unknown,
  ms: number = platformDeadline,
): Promise<T> {
  try {
    return v.parse(schema, await withDeadline(wallClock, deadline(ms), async () => await ask()))
  } catch (error) {
    // A validation error would carry the refused value.
    const cause = v.isValiError(error) ? new TypeError(`${name} returned a value of the wrong type.`) : error
    throw new Refusal('INTERNAL_ERROR', 'The backend failed.', { cause })
  }
}
