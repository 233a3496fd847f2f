/** What the instances of a backend share: one contract for registration challenges, proofs and limits. @module */

/** Where an entry is kept. */
export interface StoreKey {
  /** Who the entry belongs to. A bounded store makes room among the entries of one owner first, never of another. */
  readonly owner: string
  /** Letters, digits, `-` and `:`, like the owner; texts from outside come as a hash. */
  readonly name: string
}

/**
 * Stores what the backend has to remember between requests. Times to live are in milliseconds. A store may forget an entry
 * before its time: a challenge or a proof is then refused, and a limit starts again.
 *
 * Every method is one atomic step, towards other instances too: that is what makes a proof pay only once.
 */
export interface BackendStore {
  get(key: StoreKey): Promise<string | undefined>
  /** Replaces the value. A key that was taken is never set again. */
  set(key: StoreKey, value: string, ttl: number): Promise<void>
  /** Returns the value and removes it. Of several at the same time at most one gets it. */
  take(key: StoreKey): Promise<string | undefined>
  /** Counts from 1. No two get the same number; numbers may be left out, but only upwards. `ttl` is that of the count. */
  next(key: StoreKey, ttl: number): Promise<number>
}

/** The store's type where it is given for registration challenges alone. */
export type ChallengeStore = BackendStore
