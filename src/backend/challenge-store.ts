/** Where registration challenges are remembered between the options, the create call and its signed retry. @module */
import { boundedMap } from './bounded-map.js'

/** A registration challenge that was just issued. */
export interface IssuedChallenge {
  /** base64url of 32 random bytes. */
  readonly challenge: string
  /** Opaque: whom it was issued to (account and login session). */
  readonly binding: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** A create call that carries a challenge. */
export interface ChallengeUse {
  /** As received: any text. */
  readonly challenge: string
  readonly binding: string
  /** base64url of SHA-256 over the exact body. */
  readonly bodyDigest: string
}

/**
 * Remembers registration challenges. Every member is one atomic step as far as callers can tell: of two different bodies
 * that claim one challenge at the same time, at most one gets `true`.
 */
export interface ChallengeStore {
  issue(issued: IssuedChallenge): Promise<void>
  /**
   * Whether this use is good: issued to this binding, not expired, not consumed, and either not used before, in which
   * case the challenge is bound to this body from now on, or bound to this very body.
   */
  claim(use: ChallengeUse): Promise<boolean>
  /** Ends the challenge: no later claim is good. */
  consume(use: ChallengeUse): Promise<void>
}

interface Entry {
  readonly expiresAt: number
  bodyDigest: string | undefined
}

/** One person cannot push out the challenges of another by asking for many. */
const challengesPerBinding = 8
const bindingLimit = 10_000

/**
 * In this process's memory, bounded. The default, and right for one instance; several instances need a shared store, such
 * as {@link unstorageChallengeStore} on Redis.
 */
export function memoryChallengeStore(): ChallengeStore {
  const bindings = boundedMap<Map<string, Entry>>(bindingLimit)
  // No await inside the members: that is what makes them atomic.
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
