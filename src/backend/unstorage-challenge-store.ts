/** Stores registration challenges for several instances, on any driver of unstorage. @module */
import * as v from 'valibot'
import { bytesToBase64url, bytesToHex, sha256, utf8 } from '../encoding.js'
import type { Schema } from '../wire/schema.js'
import type { ChallengeStore } from './challenge-store.js'

/** The part of an unstorage `Storage` that is used. */
export interface ChallengeStorage {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: object, options?: { readonly ttl?: number }): Promise<void>
  removeItem(key: string): Promise<void>
}

interface Issued {
  readonly binding: string
  readonly expiresAt: number
}

const Issued: Schema<Issued> = v.object({ binding: v.string(), expiresAt: v.number() })
const Mark: Schema<{ readonly by: string }> = v.object({ by: v.string() })

/**
 * Creates a store of challenges in a storage that all instances of the backend share.
 *
 * What it guarantees depends on the storage. If every read sees the last write (one Redis primary, one process), at
 * most one of several bodies that claim a challenge at the same time succeeds. Sometimes none succeeds, and the user
 * has to register again. With read replicas or an eventually consistent storage two may succeed; the service still
 * checks each of them. Use a driver that supports `ttl` in seconds, as Redis does, or old records stay.
 *
 * @example
 * const storage = createStorage({ driver: redisDriver({ base: 'wallet', url }) })
 * createBackend({ service, authorize, relyingParty, origins, challenges: unstorageChallengeStore(storage) })
 */
export function unstorageChallengeStore(storage: ChallengeStorage): ChallengeStore {
  const put = (key: string, value: object, expiresAt: number): Promise<void> =>
    storage.setItem(key, value, { ttl: Math.max(1, Math.ceil((expiresAt - Date.now()) / 1000)) })
  const mark = async (key: string): Promise<string | undefined> => read(Mark, await storage.getItem(key))?.by

  return {
    async issue({ challenge, binding, expiresAt }) {
      await put((await keysOf(challenge)).issued, { binding, expiresAt }, expiresAt)
    },

    // unstorage has no compare-and-set, so this uses the splitter of Lamport's fast mutual exclusion: at most one
    // claim writes `last`, finds `closed` unset, sets it, and still finds itself in `last`.
    async claim({ challenge, binding, bodyDigest }) {
      const keys = await keysOf(challenge)
      const issued = read(Issued, await storage.getItem(keys.issued))
      if (issued === undefined || issued.binding !== binding || issued.expiresAt <= Date.now()) return false
      const bound = await mark(keys.bound)
      if (bound !== undefined) return bound === bodyDigest
      // Each claim has its own ticket. With the digest alone, a claim could mistake the mark of an equal body for its
      // own.
      const ticket = bytesToBase64url(crypto.getRandomValues(new Uint8Array(16)))
      await put(keys.last, { by: ticket }, issued.expiresAt)
      if ((await mark(keys.closed)) !== undefined) return false
      await put(keys.closed, { by: ticket }, issued.expiresAt)
      if ((await mark(keys.last)) !== ticket) return false
      await put(keys.bound, { by: bodyDigest }, issued.expiresAt)
      return true
    },

    // `closed` stays, because a claim that began earlier must not find it unset again.
    async consume({ challenge }) {
      const keys = await keysOf(challenge)
      await storage.removeItem(keys.issued)
      await Promise.all([storage.removeItem(keys.bound), storage.removeItem(keys.last)])
    },
  }
}

async function keysOf(challenge: string): Promise<Record<'issued' | 'bound' | 'last' | 'closed', string>> {
  // Hashed, because the text may come from a request, and some characters have a special meaning in storages.
  const key = `registration-challenge:${bytesToHex(await sha256(utf8(challenge)))}`
  return { issued: `${key}:issued`, bound: `${key}:bound`, last: `${key}:last`, closed: `${key}:closed` }
}

function read<T>(schema: Schema<T>, value: unknown): T | undefined {
  const parsed = v.safeParse(schema, value)
  return parsed.success ? parsed.output : undefined
}
