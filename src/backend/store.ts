/**
 * The interface of the store that the instances of a backend share, for registration challenges, proofs and limits.
 * @module
 */

/** The key of an entry. */
export interface StoreKey {
  /**
   * The owner of the entry. To make room for an entry, a full store should first drop other entries of the same owner,
   * so that no owner displaces another owner's entries.
   */
  readonly owner: string
  /**
   * Identifies the entry among all entries of its owner. `owner` and `name` consist of letters, digits, `-` and `:`.
   * Texts from requests are hashed first.
   */
  readonly name: string
}

/**
 * Stores everything that the backend has to remember between requests. A `ttl` is in milliseconds. If a store loses an
 * entry early, a challenge or a proof is refused, or a limit counts from 1 again.
 *
 * Every method must be atomic, even across instances. Otherwise a proof could be spent twice.
 */
export interface BackendStore {
  /** Resolves with the value, or with `undefined` if there is none or it has expired. */
  get(key: StoreKey): Promise<string | undefined>
  /** Sets or replaces the value. The backend never sets a key again after taking it. */
  set(key: StoreKey, value: string, ttl: number): Promise<void>
  /** Removes the value and resolves with it. At most one of several concurrent calls gets the value. */
  take(key: StoreKey): Promise<string | undefined>
  /**
   * Increments the counter of the key and resolves with its new value, which is 1 for the first call. No two calls get
   * the same value, but values may be skipped. The `ttl` starts with the first call.
   */
  next(key: StoreKey, ttl: number): Promise<number>
}

/** The type of a separate store for registration challenges. */
export type ChallengeStore = BackendStore
