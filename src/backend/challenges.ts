/** Registration challenges. Each is issued, then bound to the first body that uses it, then consumed. @module */
import { type Bytes, bytesToBase64url, bytesToHex, sha256, utf8 } from '../encoding.js'
import type { SharedState } from './shared-state.js'
import type { StoreKey } from './store.js'

/**
 * How long a challenge is valid, in milliseconds: long enough for two ceremonies and a signed request (five minutes
 * [at date]).
 */
const lifetime = 10 * 60_000

/** A use of a challenge. */
export interface ChallengeUse {
  /** As received, so it may be any text. */
  readonly challenge: string
  readonly accountId: string
  /** Empty if the platform does not name the login session. */
  readonly login: string
}

/** Whether a challenge may be used. `unknown`: it is not in the store. */
export type Claim = 'accepted' | 'refused' | 'unknown'

export interface Challenges {
  /** Resolves with a new challenge: base64url of 32 random bytes. */
  issue(who: Omit<ChallengeUse, 'challenge'>): Promise<string>
  /**
   * Accepts the challenge if it belongs to the account and the login session of `use` and is bound to exactly the bytes
   * of `body`. A challenge that is not bound yet is bound to them now.
   */
  claim(use: ChallengeUse, body: Bytes): Promise<Claim>
  /** Ends the challenge. Every later claim is refused. */
  consume(use: ChallengeUse): Promise<void>
}

/**
 * Keeps up to three entries for each challenge: `issued` names the login session that requested it, `unbound` is
 * taken by the first body, and `bound` then names that body.
 */
export function createChallenges({ before, afterwards }: SharedState): Challenges {
  return {
    async issue(who) {
      const challenge = bytesToBase64url(crypto.getRandomValues(new Uint8Array(32)))
      const { issued, unbound } = await keysOf({ ...who, challenge })
      await before.set(unbound, 'unbound', lifetime)
      await before.set(issued, who.login, lifetime)
      return challenge
    },

    async claim(use, body) {
      const { issued, unbound, bound } = await keysOf(use)
      const login = await before.get(issued)
      if (login === undefined) return 'unknown'
      if (login !== use.login) return 'refused'
      const digest = bytesToBase64url(await sha256(body))
      const first = await before.get(bound)
      if (first !== undefined) return first === digest ? 'accepted' : 'refused'
      if ((await before.take(unbound)) === undefined) return 'refused'
      await before.set(bound, digest, lifetime)
      return 'accepted'
    },

    async consume(use) {
      await afterwards.take((await keysOf(use)).bound)
    },
  }
}

async function keysOf({
  challenge,
  accountId,
}: ChallengeUse): Promise<Record<'issued' | 'unbound' | 'bound', StoreKey>> {
  const owner = `challenges:${accountId}`
  // Hashed, because the text may come from a request and some storages give some characters a special meaning.
  const name = bytesToHex(await sha256(utf8(challenge)))
  return {
    issued: { owner, name },
    unbound: { owner, name: `${name}:unbound` },
    bound: { owner, name: `${name}:bound` },
  }
}
