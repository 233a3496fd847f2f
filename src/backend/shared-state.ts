/**
 * Sets a deadline for each access to the platform's store. If the store fails before a call is forwarded, the call is
 * refused.
 * @module
 */
import * as v from 'valibot'
import { inTime } from './deadline.js'
import { memoryStore } from './memory-store.js'
import { Refusal } from './refusal.js'
import type { BackendStore } from './store.js'

/**
 * The deadline for each access to the store before a call is forwarded, in milliseconds. Without it, an access might
 * never settle, because some drivers queue accesses while they are disconnected.
 */
const stepDeadline = 3_000
/**
 * The deadline for each access after the service has answered the call, in milliseconds. It is shorter than
 * `stepDeadline`, because the page must get the answer before it stops waiting.
 */
const afterwardsDeadline = 1_000

/**
 * A store with two deadlines: `before` for accesses before a call is forwarded, and `afterwards` for accesses after the
 * service has answered the call.
 */
export interface SharedState {
  readonly before: BackendStore
  readonly afterwards: BackendStore
}

/**
 * Wraps a store. If the store fails, the methods of `before` and `afterwards` reject with a 503 without details, whose
 * `cause` is the store's error.
 */
export function sharedState(store: BackendStore): SharedState {
  return { before: withDeadlines(store, stepDeadline), afterwards: withDeadlines(store, afterwardsDeadline) }
}

/** The state of a single instance, in its own memory. It never fails and is never late, so it needs no deadlines. */
export function ownState(): SharedState {
  const store = memoryStore()
  return { before: store, afterwards: store }
}

const Value = v.optional(v.string())
const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

function withDeadlines(store: BackendStore, ms: number): BackendStore {
  const step = async <T>(schema: v.GenericSchema<unknown, T>, run: () => Promise<unknown>): Promise<T> => {
    try {
      return v.parse(schema, await inTime(ms, run()))
    } catch (error) {
      // A validation error contains the refused value, so it is not passed on.
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
