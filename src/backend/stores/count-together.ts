/** Counts the calls of one user that come at the same time together. @module */
import type { StoreKey } from './store.js'

/** Counts so many calls for each key at once. Resolves with the numbers of each call, in the order of the keys. */
export type CountCalls = (
  keys: readonly StoreKey[],
  calls: number,
  ttl: number,
) => Promise<readonly (readonly number[])[]>

/** A call that waits for its numbers. */
interface Caller {
  readonly resolve: (numbers: readonly number[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that counts one call and resolves with its numbers. While calls for the same keys are being
 * counted, further ones wait and are then counted in one access. Otherwise one user's burst could occupy every
 * connection to the store, and all its accesses would wait for the same row.
 */
export function countTogether(
  count: CountCalls,
): (keys: readonly StoreKey[], ttl: number) => Promise<readonly number[]> {
  /** The calls that wait, for the keys that are being counted. */
  const waiting = new Map<string, readonly Caller[]>()

  const run = async (
    lane: string,
    keys: readonly StoreKey[],
    ttl: number,
    callers: readonly Caller[],
  ): Promise<void> => {
    try {
      const numbers = await count(keys, callers.length, ttl)
      for (const [index, { resolve }] of callers.entries()) resolve(numbers[index] ?? [])
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
    const next = waiting.get(lane) ?? []
    if (next.length === 0) {
      waiting.delete(lane)
      return
    }
    waiting.set(lane, [])
    void run(lane, keys, ttl, next)
  }

  return (keys, ttl) =>
    new Promise((resolve, reject) => {
      const lane = keys.map(({ owner, name }) => `${owner}:${name}`).join('\n')
      const others = waiting.get(lane)
      waiting.set(lane, others === undefined ? [] : [...others, { resolve, reject }])
      if (others === undefined) void run(lane, keys, ttl, [{ resolve, reject }])
    })
}
