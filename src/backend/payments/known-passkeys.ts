/** Keeps the public keys of passkeys, which a backend needs to check the proofs of payments. @module */
import * as v from 'valibot'
import type { Assertion, Attestation } from '../../wire/credentials.js'
import { object, parse, type Schema } from '../../wire/schema.js'
import { hexDigest } from '../digest.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'
import {
  attestedPasskey,
  type Enrolment,
  type KnownPasskey,
  recoveredPasskey,
  unpadded,
} from './passkey-keys.js'

/** How long a public key is kept, in milliseconds: ten years. */
const lifetime = 10 * 365 * 24 * 60 * 60_000

/** A passkey as it is stored. */
export interface StoredPasskey extends KnownPasskey, Enrolment {}

const Stored: Schema<StoredPasskey> = v.pipe(
  v.string(),
  v.parseJson(),
  object({
    keys: v.pipe(v.array(v.string()), v.minLength(1)),
    counter: v.number(),
    since: v.exactOptional(v.number()),
    vouchedBy: v.exactOptional(v.string()),
  }),
)

const Time: Schema<number> = v.pipe(v.string(), v.toNumber(), v.integer())

export interface KnownPasskeys {
  /** Resolves with `undefined` if the public key is not known. */
  get(accountId: string, credentialId: string): Promise<StoredPasskey | undefined>
  /** Stores what a proof has shown: which key it is, and the new counter. */
  update(accountId: string, credentialId: string, passkey: StoredPasskey): Promise<void>
  /** Stores the public key of a passkey that the service has just registered. */
  learnRegistered(accountId: string, attestation: Attestation, enrolment: Enrolment): Promise<void>
  /** Finds out the public key of a passkey with which the person has just signed in, unless it is known. */
  learnUsed(accountId: string, assertion: Assertion): Promise<void>
  /** Notes that a passkey of the account is being removed, or was. */
  noteRemoval(accountId: string, at: number): Promise<void>
  /** Resolves with the time of the last such removal; `undefined` if there was none. */
  lastRemoval(accountId: string): Promise<number | undefined>
  /** Resolves with the time at which something was last stored about a passkey of the account. */
  lastSeen(accountId: string): Promise<number | undefined>
}

export function createKnownPasskeys({ before, afterwards }: SharedState, now: () => number): KnownPasskeys {
  const read = (text: string | undefined): StoredPasskey | undefined => {
    const parsed = parse(Stored, text)
    return parsed.ok ? parsed.value : undefined
  }
  const store = async (accountId: string, credentialId: string, passkey: StoredPasskey): Promise<void> => {
    await afterwards.set(timeOf(accountId, 'seen'), String(now()), lifetime)
    await afterwards.set(keyOf(accountId, credentialId), JSON.stringify(passkey), lifetime)
  }
  const timed = async (accountId: string, event: Timed): Promise<number | undefined> => {
    const text = await before.get(timeOf(accountId, event))
    if (text === undefined) return undefined
    const parsed = parse(Time, text)
    // What happened at a time that cannot be read has happened. Infinity: it never comes to count.
    return parsed.ok ? parsed.value : Number.POSITIVE_INFINITY
  }
  return {
    get: async (accountId, credentialId) => read(await before.get(keyOf(accountId, credentialId))),
    update: store,
    async learnRegistered(accountId, attestation, enrolment) {
      const passkey = attestedPasskey(attestation)
      if (passkey !== undefined)
        await store(accountId, attestation.credentialId, { ...passkey, ...enrolment })
    },
    async learnUsed(accountId, assertion) {
      const { credentialId } = assertion
      if (read(await afterwards.get(keyOf(accountId, credentialId))) !== undefined) return
      const passkey = await recoveredPasskey(assertion)
      if (passkey !== undefined) await store(accountId, credentialId, passkey)
    },
    noteRemoval: (accountId, at) => before.set(timeOf(accountId, 'removal'), String(at), lifetime),
    lastRemoval: (accountId) => timed(accountId, 'removal'),
    lastSeen: (accountId) => timed(accountId, 'seen'),
  }
}

type Timed = 'removal' | 'seen'

/** No hash, and so never the name of a passkey. */
const timeOf = (accountId: string, name: Timed): StoreKey => ({ owner: `passkeys:${accountId}`, name })

const keyOf = (accountId: string, credentialId: string): StoreKey => ({
  owner: `passkeys:${accountId}`,
  name: hexDigest(unpadded(credentialId)),
})
