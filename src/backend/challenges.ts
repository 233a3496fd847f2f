/**
 * Registration challenges. The backend issues a challenge, binds it to the first request body that uses it, and then
 * consumes it.
 * @module
 */
import { type Bytes, bytesToBase64url, bytesToHex, sha256, utf8 } from '../encoding.js'
import type { SharedState } from './shared-state.js'
import type { StoreKey } from './store.js'

/**
 * How long a registration challenge is valid, in milliseconds. That is long enough for two ceremonies and for a
 * signed-request challenge, which is valid for five minutes [reference].
 */
const lifetime = 10 * 60_000

/** A use of a challenge: the challenge itself, and the account and login session of the request. */
export interface ChallengeUse {
  /** The challenge as the page sent it. It can be any text. */
  readonly challenge: string
  readonly accountId: string
  /** Empty if the platform does not name the login session. */
  readonly login: string
}

export interface Challenges {
  /** Resolves with a new challenge: base64url of 32 random bytes. */
  issue(who: Omit<ChallengeUse, 'challenge'>): Promise<string>
  /**
   * Resolves with `true` if the challenge was issued for the account and the login session of `use`, and is bound to
   * exactly the bytes of `body`. If the challenge is not bound yet, this call binds it to these bytes. Resolves with
   * `false` if the challenge must not be used, and with `undefined` if the store does not contain it.
   */
  claim(use: ChallengeUse, body: Bytes): Promise<boolean | undefined>
  /** Ends the challenge. Every later claim is refused. */
  consume(use: ChallengeUse): Promise<void>
}

/**
 * Stores up to three entries for each challenge. `issued` contains the login session that requested it. `unbound`
 * exists until the challenge is bound to a body. `bound` then contains the hash of that body.
 */
export function createChallenges({ before, afterwards }: SharedState): Challenges {
  return {
    async issue(who) {
      const challenge = bytesToBase64url(crypto.getRandomValues(new Uint8Array(32)))
      const { issued, unbound } = await keysOf({ ...who, challenge })
      for (const key of [unbound, issued]) await before.set(key, who.login, lifetime)
      return challenge
    },

    async claim(use, body) {
      const { issued, unbound, bound } = await keysOf(use)
      const login = await before.get(issued)
      if (login === undefined) return undefined
      if (login !== use.login) return false
      const digest = bytesToBase64url(await sha256(body))
      const first = await before.get(bound)
      if (first !== undefined) return first === digest
      if ((await before.take(unbound)) === undefined) return false
      await before.set(bound, digest, lifetime)
      return true
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
  // The challenge is hashed, because it can be any text from a request, and in some storages some characters have a
  // special meaning.
  const name = bytesToHex(await sha256(utf8(challenge)))
  return {
    issued: { owner, name },
    unbound: { owner, name: `${name}:unbound` },
    bound: { owner, name: `${name}:bound` },
  }
}
