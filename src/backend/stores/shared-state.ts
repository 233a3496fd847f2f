/**
 * Sets a deadline for each access to the platform's store. If the store fails before a call is forwarded, the call is
 * refused.
 * @module
 */
import * as v from 'valibot'
import { Refusal } from '../refusal.js'
import { type CountCalls, countTogether } from './count-together.js'
import { memoryStore } from './memory-store.js'
import type { BackendStore, StoreKey } from './store.js'
import { type Circuit, createCircuit } from './store-circuit.js'

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

/** A store with what is optional in a {@link BackendStore}, except that it may not be able to count. */
export interface CompleteStore extends Omit<BackendStore, 'next' | 'add' | 'setAll'> {
  setAll(keys: readonly StoreKey[], value: string, ttl: number): Promise<void>
  /** Counts one call for each key, and resolves with its numbers. `undefined`: each instance counts for itself. */
  readonly count?: ((keys: readonly StoreKey[], ttl: number) => Promise<readonly number[]>) | undefined
}

/**
 * A store with two deadlines: `before` for accesses before a call is forwarded, and `afterwards` for accesses after the
 * service has answered the call.
 */
export interface SharedState {
  readonly before: CompleteStore
  readonly afterwards: CompleteStore
}

/**
 * Wraps a store. If the store fails, the methods of `before` and `afterwards` reject with a 503 without details, whose
 * `cause` is the store's error. While the store is known not to answer, they reject at once.
 */
export function sharedState(store: BackendStore): SharedState {
  const circuit = createCircuit(
    () => store.get({ owner: 'backend', name: 'probe' }),
    store.reconnect?.bind(store),
  )
  const within = (ms: number): CompleteStore => withDeadlines(store, circuit, ms)
  return { before: within(stepDeadline), afterwards: within(afterwardsDeadline) }
}

/** The state of a single instance, in its own memory. It never fails and is never late, so it needs no deadlines. */
export function ownState(): SharedState {
  const store = completed(memoryStore())
  return { before: store, afterwards: store }
}

/** Adds the optional methods that a store does not have itself. */
function completed(store: BackendStore): CompleteStore {
  return {
    get: (key) => store.get(key),
    set: (key, value, ttl) => store.set(key, value, ttl),
    take: (key, signal) => store.take(key, signal),
    setAll:
      store.setAll?.bind(store) ??
      (async (keys, value, ttl) => {
        for (const key of keys) await store.set(key, value, ttl)
      }),
  }
}

/** Returns how a store counts calls, or `undefined` if it cannot count. */
function countsOf(store: BackendStore): CountCalls | undefined {
  const add = store.add?.bind(store)
  if (add !== undefined)
    return async (keys, calls, ttl) => {
      const counts = await add(keys, calls, ttl)
      return upTo(calls).map((call) => counts.map((count) => count - calls + call))
    }
  const next = store.next?.bind(store)
  return (
    next &&
    ((keys, calls, ttl) => Promise.all(upTo(calls).map(() => Promise.all(keys.map((key) => next(key, ttl))))))
  )
}

/** The numbers from 1 to `count`. */
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

const Value = v.optional(v.string())
const Counts = v.array(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))))

function withDeadlines(given: BackendStore, circuit: Circuit, ms: number): CompleteStore {
  const store = completed(given)
  const countCalls = countsOf(given)
  const step = async <T>(
    schema: v.GenericSchema<unknown, T>,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<T> => {
    try {
      return v.parse(schema, await circuit.access(ms, run))
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
    setAll: async (keys, value, ttl) => void (await step(v.unknown(), () => store.setAll(keys, value, ttl))),
    take: (key) => step(Value, (signal) => store.take(key, signal)),
    count:
      countCalls && countTogether((keys, calls, ttl) => step(Counts, () => countCalls(keys, calls, ttl))),
  }
}
