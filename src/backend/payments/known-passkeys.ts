/** Keeps the public keys of passkeys, which a backend needs to check the proofs of payments. @module */
import * as v from 'valibot'
import type { Assertion, Attestation } from '../../wire/credentials.js'
import { object, parse, type Schema } from '../../wire/schema.js'
import { hexDigest } from '../digest.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'
import { attestedPasskey, type KnownPasskey, recoveredPasskey, unpadded } from './passkey-keys.js'

/** How long a public key is kept, in milliseconds: ten years. */
const lifetime = 10 * 365 * 24 * 60 * 60_000

const Stored: Schema<KnownPasskey> = v.pipe(
  v.string(),
  v.parseJson(),
  object({ keys: v.pipe(v.array(v.string()), v.minLength(1)), counter: v.number() }),
)

export interface KnownPasskeys {
  /** Resolves with `undefined` if the public key is not known. */
  get(accountId: string, credentialId: string): Promise<KnownPasskey | undefined>
  /** Stores what a proof has shown: which key it is, and the new counter. */
  update(accountId: string, credentialId: string, passkey: KnownPasskey): Promise<void>
  /** Stores the public key of a passkey that the service has just registered. */
  learnRegistered(accountId: string, attestation: Attestation): Promise<void>
  /** Finds out the public key of a passkey with which the person has just signed in, unless it is known. */
  learnUsed(accountId: string, assertion: Assertion): Promise<void>
}

export function createKnownPasskeys({ before, afterwards }: SharedState): KnownPasskeys {
  const read = (text: string | undefined): KnownPasskey | undefined => {
    const parsed = parse(Stored, text)
    return parsed.ok ? parsed.value : undefined
  }
  const store = (accountId: string, credentialId: string, { keys, counter }: KnownPasskey): Promise<void> =>
    afterwards.set(keyOf(accountId, credentialId), JSON.stringify({ keys, counter }), lifetime)
  return {
    get: async (accountId, credentialId) => read(await before.get(keyOf(accountId, credentialId))),
    update: store,
    async learnRegistered(accountId, attestation) {
      const passkey = attestedPasskey(attestation)
      if (passkey !== undefined) await store(accountId, attestation.credentialId, passkey)
    },
    async learnUsed(accountId, assertion) {
      const { credentialId } = assertion
      if (read(await afterwards.get(keyOf(accountId, credentialId))) !== undefined) return
      const passkey = await recoveredPasskey(assertion)
      if (passkey !== undefined) await store(accountId, credentialId, passkey)
    },
  }
}

const keyOf = (accountId: string, credentialId: string): StoreKey => ({
  owner: `passkeys:${accountId}`,
  name: hexDigest(unpadded(credentialId)),
})
