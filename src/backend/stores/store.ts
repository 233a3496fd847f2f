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
 * Every method must be atomic, even across instances. Otherwise a proof could be spent twice. Check a store of your own
 * with {@link testStore}. `redisStore` and `postgresStore` keep all of it, with one round trip for each method.
 */
export interface BackendStore {
  /** Resolves with the value, or with `undefined` if there is none or it has expired. */
  get(key: StoreKey): Promise<string | undefined>
  /** Sets or replaces the value. The backend never sets a key again after taking it. */
  set(key: StoreKey, value: string, ttl: number): Promise<void>
  /**
   * Removes the value and resolves with it. At most one of several concurrent calls gets the value. `signal` aborts
   * when the backend no longer waits: a store that needs several steps goes no further.
   */
  take(key: StoreKey, signal?: AbortSignal): Promise<string | undefined>
  /**
   * Increments the counter of the key and resolves with its new value: 1 for the first call, then 2, and no number
   * twice or left out. The `ttl` starts with the first call. A store that cannot count leaves this method out: each
   * instance then counts the limits for itself.
   */
  next?(key: StoreKey, ttl: number): Promise<number>
  /**
   * Adds `amount` to the counters of several keys, as so many calls of `next` do, and resolves with their new values in
   * the order of the keys. Without this method, `next` is called for each key and so many times, all at once.
   */
  add?(keys: readonly StoreKey[], amount: number, ttl: number): Promise<readonly number[]>
  /**
   * Sets several keys to one value. Without this method, `set` is called for one key after the other, in this order.
   */
  setAll?(keys: readonly StoreKey[], value: string, ttl: number): Promise<void>
  /**
   * Gives up the connections there are, so that the next access makes a new one. Called after an access that was late
   * while no other succeeded, and after an answer that only a server gives that is no longer the right one, such as a
   * primary that became a replica: for the accesses that began on one connection, once. Leave it out where the client
   * does this by itself.
   */
  reconnect?(): void
}

/** A store that can count. */
export type CountingStore = BackendStore & Required<Pick<BackendStore, 'next'>>

/** The type of a separate store for registration challenges. */
export type ChallengeStore = BackendStore
