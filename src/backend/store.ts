/**
 * The interface of the store that the instances of a backend share, for registration challenges, proofs and limits.
 * @module
 */

/** The key of an entry. */
export interface StoreKey {
  /**
   * Who the entry belongs to. A full store should drop entries of the same owner first, so that no owner displaces
   * another's.
   */
  readonly owner: string
  /** Like the owner, it consists of letters, digits, `-` and `:`. Texts from requests are hashed first. */
  readonly name: string
}

/**
 * Stores what the backend has to remember between requests. A `ttl` is in milliseconds. A store may lose an entry
 * early: a challenge or a proof is then refused, and a limit starts again.
 *
 * Every method must be atomic, also across instances, because otherwise a proof could be spent twice.
 */
export interface BackendStore {
  get(key: StoreKey): Promise<string | undefined>
  /** Sets or replaces the value. The backend never sets a key again that was taken. */
  set(key: StoreKey, value: string, ttl: number): Promise<void>
  /** Resolves with the value and removes it. Of several concurrent calls at most one gets it. */
  take(key: StoreKey): Promise<string | undefined>
  /**
   * Counts up from 1 and resolves with the new number. No two calls get the same number, but numbers may be skipped.
   * The `ttl` starts with the first call.
   */
  next(key: StoreKey, ttl: number): Promise<number>
}

/** The type of a separate store for registration challenges. */
export type ChallengeStore = BackendStore
