/** The platform's store, each step with a deadline: without it nothing that depends on it goes through. @module */
import * as v from 'valibot'
import { wallClock, withDeadline } from '../clock.js'
import { deadline } from './deadline.js'
import { Refusal } from './refusal.js'
import type { BackendStore } from './store.js'

/** Milliseconds for a step. Some drivers queue while disconnected, and would never settle. */
const stepDeadline = 3_000
/** Shorter: the call has been carried out, and the page must get its answer before it stops waiting. */
const afterwardsDeadline = 1_000

/** A store, for what has to be known before a call is forwarded, and for what is noted after it was answered. */
export interface SharedState {
  readonly before: BackendStore
  readonly afterwards: BackendStore
}

/** Both fail with a 503 without detail, whose cause is the store's error. */
export function sharedState(store: BackendStore): SharedState {
  return { before: withDeadlines(store, stepDeadline), afterwards: withDeadlines(store, afterwardsDeadline) }
}

const Value = v.optional(v.string())
const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

function withDeadlines(store: BackendStore, ms: number): BackendStore {
  const step = async <T>(schema: v.GenericSchema<unknown, T>, run: () => Promise<unknown>): Promise<T> => {
    try {
      return v.parse(schema, await withDeadline(wallClock, deadline(ms), run))
    } catch (error) {
      // A validation error would carry the refused value.
      const cause = v.isValiError(error)
        ? new TypeError('The store returned a value of the wrong type.')
        : error
      throw new Refusal('STORE_UNREACHABLE', 'The backend cannot check this call now.', { cause })
    }
  }
  return {
    get: (key) => step(Value, () => store.get(key)),
    set: async (key, value, ttl) => void (await step(v.unknown(), () => store.set(key, value, ttl))),
    take: (key) => step(Value, () => store.take(key)),
    next: (key, ttl) => step(Count, () => store.next(key, ttl)),
  }
}
