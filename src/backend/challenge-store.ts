/** Where registration challenges are kept from the options to the create call and its signed retry. @module */
import { boundedMap } from './bounded-map.js'

/** A registration challenge that was just issued. */
export interface IssuedChallenge {
  /** base64url of 32 random bytes. */
  readonly challenge: string
  /** Opaque: the account and login session that it was issued to. */
  readonly binding: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The use of a challenge in a create call. */
export interface ChallengeUse {
  /** As received: may be any text. */
  readonly challenge: string
  readonly binding: string
  /** base64url of SHA-256 over the exact body. */
  readonly bodyDigest: string
}

/**
 * Stores registration challenges. Every method is one atomic step: when two different bodies claim one challenge at the
 * same time, at most one gets `true`.
 */
export interface ChallengeStore {
  issue(issued: IssuedChallenge): Promise<void>
  /**
   * Whether the challenge may be used this way: it was issued to this binding, is neither expired nor consumed, and is bound
   * to this body or to none. A challenge that was bound to none is then bound to this body.
   */
  claim(use: ChallengeUse): Promise<boolean>
  /** Ends the challenge: every later claim gets `false`. */
  consume(use: ChallengeUse): Promise<void>
}

interface Entry {
  readonly expiresAt: number
  bodyDigest: string | undefined
}

/** A limit for each binding, so that one person cannot displace the challenges of another by requesting many. */
const challengesPerBinding = 8
const bindingLimit = 10_000

/**
 * Creates a store in the memory of this process, bounded. The default, for a single instance. Several instances need a
 * shared store, such as {@link unstorageChallengeStore} on Redis.
 */
export function memoryChallengeStore(): ChallengeStore {
  const bindings = boundedMap<Map<string, Entry>>(bindingLimit)
  // No await inside the methods: this makes them atomic.
  return {
    async issue({ challenge, binding, expiresAt }) {
      const entries = bindings.get(binding) ?? new Map<string, Entry>()
      for (const oldest of entries.keys()) {
        if (entries.size < challengesPerBinding) break
        entries.delete(oldest)
      }
      entries.set(challenge, { expiresAt, bodyDigest: undefined })
      bindings.set(binding, entries)
    },
    async claim({ challenge, binding, bodyDigest }) {
      const entry = bindings.get(binding)?.get(challenge)
      if (entry === undefined || entry.expiresAt <= Date.now()) return false
      entry.bodyDigest ??= bodyDigest
      return entry.bodyDigest === bodyDigest
    },
    async consume({ challenge, binding }) {
      const entries = bindings.get(binding)
      entries?.delete(challenge)
      if (entries?.size === 0) bindings.delete(binding)
    },
  }
}
