/** Proofs: when somebody last signed in through this backend, and whether that has paid for an operation yet. @module */
import * as v from 'valibot'
import { bytesToHex, sha256, utf8 } from '../encoding.js'
import { parse, parseJson, type Schema } from '../wire/schema.js'
import type { SharedState } from './shared-state.js'
import type { StoreKey } from './store.js'

/** Milliseconds. The service ends a signed-request challenge after five minutes [at date]. */
const coverLifetime = 10 * 60_000

/** Whose proof it is: it counts for this account in this login session only. */
export interface ProofSubject {
  readonly accountId: string
  /** The hash of the login session. */
  readonly login: string
}

/** A sign-in that passed through this backend. */
export interface Proof {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const Proof: Schema<Proof> = v.object({ id: v.string(), at: v.number() })

export interface Proofs {
  /** The last proof, spent or not. */
  last(subject: ProofSubject): Promise<Proof | undefined>
  isUnspent(subject: ProofSubject, proof: Proof): Promise<boolean>
  /** Whether the proof paid: it does so once. */
  spend(subject: ProofSubject, proof: Proof): Promise<boolean>
  /** Notes a sign-in. */
  record(subject: ProofSubject, at: number): Promise<void>
  /** Gives back a proof that paid for nothing, unless there is a newer one. */
  giveBack(subject: ProofSubject, proof: Proof): Promise<void>
  /** Notes that a signed-request challenge was paid for: its stamped repetition needs no other proof. */
  cover(subject: ProofSubject, operation: string, requestId: string): Promise<void>
  isCovered(subject: ProofSubject, operation: string, requestId: string): Promise<boolean>
}

/** `lifetime`: how long a proof is of use at all, in milliseconds. */
export function createProofs({ before, afterwards }: SharedState, lifetime: number): Proofs {
  const last = async (subject: ProofSubject): Promise<Proof | undefined> => {
    const text = await before.get(keyOf(subject))
    const parsed = parse(Proof, text === undefined ? undefined : parseJson(text))
    return parsed.ok ? parsed.value : undefined
  }
  const record = async (subject: ProofSubject, at: number): Promise<void> => {
    const id = crypto.randomUUID()
    // The part that pays comes first: a proof without it is refused, and asked for again.
    await afterwards.set(coinOf(subject, id), 'unspent', lifetime)
    await afterwards.set(keyOf(subject), JSON.stringify({ id, at }), lifetime)
  }
  return {
    last,
    record,
    isUnspent: async (subject, { id }) => (await before.get(coinOf(subject, id))) !== undefined,
    spend: async (subject, { id }) => (await before.take(coinOf(subject, id))) !== undefined,
    async giveBack(subject, { id, at }) {
      if ((await last(subject))?.id === id) await record(subject, at)
    },
    async cover(subject, operation, requestId) {
      await afterwards.set(await coverOf(subject, operation, requestId), 'paid', coverLifetime)
    },
    isCovered: async (subject, operation, requestId) =>
      (await before.get(await coverOf(subject, operation, requestId))) !== undefined,
  }
}

const ownerOf = ({ accountId }: ProofSubject): string => `proofs:${accountId}`

const keyOf = (subject: ProofSubject): StoreKey => ({ owner: ownerOf(subject), name: subject.login })

const coinOf = (subject: ProofSubject, id: string): StoreKey => ({
  owner: ownerOf(subject),
  name: `${subject.login}:${id}`,
})

async function coverOf(subject: ProofSubject, operation: string, requestId: string): Promise<StoreKey> {
  const digest = await sha256(utf8(`${operation}\n${requestId}`))
  return { owner: ownerOf(subject), name: `${subject.login}:${bytesToHex(digest)}` }
}
