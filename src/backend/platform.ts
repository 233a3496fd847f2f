/** The platform's own functions and stores, asked within a deadline and believed only in the form that they promise. @module */
import * as v from 'valibot'
import { wallClock, withDeadline } from '../clock.js'
import { deadline } from './deadline.js'
import { Refusal } from './refusal.js'

/** Milliseconds. */
const platformDeadline = 10_000

/**
 * The answer of a function of the platform, within `ms` milliseconds. Whatever goes wrong in it is a 500 without detail;
 * the error itself is the `cause`.
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
    // A validation error holds the value that it refused.
    const cause = v.isValiError(error)
      ? new TypeError(`${name} answered something else than promised.`)
      : error
    throw new Refusal('INTERNAL_ERROR', 'Something went wrong here.', { cause })
  }
}
