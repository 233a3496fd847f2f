/**
 * Registration challenges. Each is bound to the first request body that uses it, and is consumed once the passkey
 * exists.
 * @module
 */
import { bytesToBase64url } from '../../base64url.js'
import { type Bytes, bytesToHex, sha256, utf8 } from '../../encoding.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'

/**
 * The lifetime of a registration challenge, in milliseconds. It is long enough for two ceremonies and for a
 * signed-request challenge, which is valid for five minutes [reference].
 */
const lifetime = 10 * 60_000

/** A challenge, and the account and the login session of the request that uses it. */
export interface ChallengeUse {
  /** The challenge as the page sent it. It can be any text. */
  readonly challenge: string
  readonly accountId: string
  /** The hash of the login session; empty if the option `loginSession` is not set. */
  readonly login: string
}

export interface Challenges {
  /** Resolves with a new challenge: base64url of 32 random bytes. */
  issue(who: Omit<ChallengeUse, 'challenge'>): Promise<string>
  /**
   * Binds the challenge to the bytes of `body`, unless it is already bound. Resolves with `true` if the challenge was
   * issued for the account and the login session of `use`, and is bound to exactly these bytes. Resolves with
   * `undefined` if the store does not contain the challenge, and with `false` in all other cases.
   */
  claim(use: ChallengeUse, body: Bytes): Promise<boolean | undefined>
  /** Ends the challenge: no later `claim` resolves with `true`. */
  consume(use: ChallengeUse): Promise<void>
}

/**
 * Each challenge has up to three entries in the store. `issued` contains the hash of the login session that the
 * challenge was issued to. `unbound` exists until the challenge is bound to a body. From then on, `bound` contains the
 * hash of that body.
 */
export function createChallenges({ before, afterwards }: SharedState): Challenges {
  return {
    async issue(who) {
      const challenge = bytesToBase64url(crypto.getRandomValues(new Uint8Array(32)))
      const { issued, unbound } = await keysOf({ ...who, challenge })
      await before.setAll([unbound, issued], who.login, lifetime)
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
  // The challenge is hashed, because it comes from a request and can contain characters that have a special meaning in
  // some storages.
  const name = bytesToHex(await sha256(utf8(challenge)))
  return {
    issued: { owner, name },
    unbound: { owner, name: `${name}:unbound` },
    bound: { owner, name: `${name}:bound` },
  }
}
