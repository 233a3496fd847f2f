/** Stores proofs. A proof is the last sign-in through this backend; an operation can use it up ("spend" it). @module */
import * as v from 'valibot'
import type { CredentialType } from '../../wire/credential-type.js'
import { CredentialTypeSchema, object, parse, type Schema } from '../../wire/schema.js'
import { hexDigest } from '../digest.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'

/**
 * For this many milliseconds after a call was accepted, its signed retry needs no proof of its own. The time must be
 * longer than the five minutes for which a signed-request challenge is valid [reference].
 */
const coverLifetime = 10 * 60_000

/** The account and the login session for which a proof is valid. */
export interface ProofSubject {
  readonly accountId: string
  /** The hash of the login session. */
  readonly login: string
}

/** A sign-in that was made through this backend. */
export interface Proof {
  readonly id: string
  /** When the user signed in, in milliseconds since 1970. */
  readonly at: number
  /** The type of the credential that the user signed in with. Version 0.1.0 does not store it. */
  readonly by?: CredentialType
  /** The WebAuthn id of the passkey that the user signed in with, without padding. */
  readonly passkey?: string
}

/** A sign-in that has just been made. */
export type SignIn = Omit<Proof, 'id'>

/** What the first request of a covered call has spent. */
export interface Cover {
  readonly spent?: Proof
}

const Proof: Schema<Proof> = object({
  id: v.string(),
  at: v.number(),
  by: v.exactOptional(CredentialTypeSchema),
  passkey: v.exactOptional(v.string()),
})

const StoredProof: Schema<Proof> = v.pipe(v.string(), v.parseJson(), Proof)

const StoredCover: Schema<Cover> = v.pipe(
  v.string(),
  v.parseJson(),
  object({ spent: v.exactOptional(Proof) }),
)

export interface Proofs {
  /** Resolves with the latest proof, spent or not; `undefined` if there is none. */
  last(subject: ProofSubject): Promise<Proof | undefined>
  isUnspent(subject: ProofSubject, proof: Proof): Promise<boolean>
  /** Spends the proof. Resolves with `false` if it was already spent. */
  spend(subject: ProofSubject, proof: Proof): Promise<boolean>
  /** Records a sign-in as the latest proof. The proof is unspent. */
  record(subject: ProofSubject, signIn: SignIn): Promise<void>
  /** Makes a proof unspent again after its call had no effect. Does nothing if there is a newer proof. */
  giveBack(subject: ProofSubject, proof: Proof): Promise<void>
  /**
   * Records that a call was accepted whose signed-request challenge has this `requestId`, and what it has spent. One
   * signed retry of that same call then needs no other proof. `call` is the whole call as a text.
   */
  cover(subject: ProofSubject, call: string, requestId: string, spent: Proof | undefined): Promise<void>
  /** Takes the cover of a call. Resolves with what its first request has spent, or `undefined` without a cover. */
  spendCover(subject: ProofSubject, call: string, requestId: string): Promise<Cover | undefined>
}

/** @param lifetime how long a proof is kept, in milliseconds */
export function createProofs({ before, afterwards }: SharedState, lifetime: number): Proofs {
  const last = async (subject: ProofSubject): Promise<Proof | undefined> => {
    const parsed = parse(StoredProof, await before.get(keyOf(subject)))
    return parsed.ok ? parsed.value : undefined
  }
  const record = async (subject: ProofSubject, signIn: SignIn): Promise<void> => {
    const id = crypto.randomUUID()
    // The entry that `spend` takes is stored first. If storing the second entry fails, the sign-in does not count, and
    // the user has to sign in again.
    const text = JSON.stringify({ ...signIn, id })
    await afterwards.setAll([coinOf(subject, id), keyOf(subject)], text, lifetime)
  }
  return {
    last,
    record,
    isUnspent: async (subject, { id }) => (await before.get(coinOf(subject, id))) !== undefined,
    spend: async (subject, { id }) => (await before.take(coinOf(subject, id))) !== undefined,
    async giveBack(subject, proof) {
      if ((await last(subject))?.id === proof.id) await record(subject, proof)
    },
    async cover(subject, call, requestId, spent) {
      const cover: Cover = spent === undefined ? {} : { spent }
      await afterwards.set(coverOf(subject, call, requestId), JSON.stringify(cover), coverLifetime)
    },
    async spendCover(subject, call, requestId) {
      const stored = await before.take(coverOf(subject, call, requestId))
      if (stored === undefined) return undefined
      const parsed = parse(StoredCover, stored)
      // Version 0.1.0 does not store what was spent.
      return parsed.ok ? parsed.value : {}
    },
  }
}

const ownerOf = ({ accountId }: ProofSubject): string => `proofs:${accountId}`

const keyOf = (subject: ProofSubject): StoreKey => ({ owner: ownerOf(subject), name: subject.login })

const coinOf = (subject: ProofSubject, id: string): StoreKey => ({
  owner: ownerOf(subject),
  name: `${subject.login}:${id}`,
})

const coverOf = (subject: ProofSubject, call: string, requestId: string): StoreKey => ({
  owner: ownerOf(subject),
  name: `${subject.login}:${hexDigest(`${requestId}\n${call}`)}`,
})
