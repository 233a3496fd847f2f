/** Stores registration challenges from when they are issued until the create call and its signed retry. @module */
import { boundedMap } from './bounded-map.js'

/** A registration challenge that was just issued. */
export interface IssuedChallenge {
  /** base64url of 32 random bytes. */
  readonly challenge: string
  /** An opaque text that identifies the account and login session that the challenge was issued to. */
  readonly binding: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The use of a challenge in a create call. */
export interface ChallengeUse {
  /** As received, so it may be any text. */
  readonly challenge: string
  readonly binding: string
  /** base64url of SHA-256 over the exact body. */
  readonly bodyDigest: string
}

/**
 * Stores registration challenges. Every method must be atomic: if two different bodies claim a challenge at the same
 * time, at most one of them gets `true`.
 */
export interface ChallengeStore {
  issue(issued: IssuedChallenge): Promise<void>
  /**
   * Resolves with whether the challenge may be used this way: it was issued to this binding, has neither expired nor
   * been consumed, and is not bound to another body. If so, the challenge is bound to this body.
   */
  claim(use: ChallengeUse): Promise<boolean>
  /** Ends the challenge: every later claim gets `false`. */
  consume(use: ChallengeUse): Promise<void>
}

interface Entry {
  readonly expiresAt: number
  bodyDigest: string | undefined
}

/** The limit is per binding, so that a user who requests many challenges cannot displace those of another user. */
const challengesPerBinding = 8
const bindingLimit = 10_000

/**
 * Creates a store of limited size in the memory of this process. It is the default, and suits a single instance.
 * Several instances need a shared store, such as {@link unstorageChallengeStore} on Redis.
 */
export function memoryChallengeStore(): ChallengeStore {
  const bindings = boundedMap<Map<string, Entry>>(bindingLimit)
  // The methods are atomic because they await nothing.
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
