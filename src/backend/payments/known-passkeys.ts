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

/** The removal of a passkey. */
export interface Removal {
  /** In milliseconds since 1970. */
  readonly at: number
  /** The WebAuthn id of the passkey with which the person had signed in for it. */
  readonly vouchedBy?: string | undefined
}

const Removal: Schema<Removal> = v.pipe(
  v.string(),
  v.parseJson(),
  object({ at: v.pipe(v.number(), v.integer()), vouchedBy: v.exactOptional(v.string()) }),
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
  noteRemoval(accountId: string, removal: Removal): Promise<void>
  /** Resolves with the last such removal; `undefined` if there was none. */
  lastRemoval(accountId: string): Promise<Removal | undefined>
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
    noteRemoval: (accountId, removal) =>
      before.set(timeOf(accountId, 'removal'), JSON.stringify(removal), lifetime),
    async lastRemoval(accountId) {
      const text = await before.get(timeOf(accountId, 'removal'))
      if (text === undefined) return undefined
      const parsed = parse(Removal, text)
      // A removal that cannot be read has happened. Infinity: the account never comes to count as one without passkeys.
      return parsed.ok ? parsed.value : { at: Number.POSITIVE_INFINITY }
    },
    async lastSeen(accountId) {
      const text = await before.get(timeOf(accountId, 'seen'))
      if (text === undefined) return undefined
      const parsed = parse(Time, text)
      return parsed.ok ? parsed.value : Number.POSITIVE_INFINITY
    },
  }
}

type Timed = 'removal' | 'seen'

/** No hash, and so never the name of a passkey. */
const timeOf = (accountId: string, name: Timed): StoreKey => ({ owner: `passkeys:${accountId}`, name })

const keyOf = (accountId: string, credentialId: string): StoreKey => ({
  owner: `passkeys:${accountId}`,
  name: hexDigest(unpadded(credentialId)),
})
