/**
 * From when on a passkey counts for payments. One that another passkey vouched for counts at once. Any other waits,
 * because a mailed code is all that it takes to add it.
 * @module
 */
import * as v from 'valibot'
import { credentialTypes, isCredentialType } from '../../wire/credential-type.js'
import { looseObject } from '../../wire/schema.js'
import type { NewPasskey } from '../options.js'
import type { Proof } from '../policy/proofs.js'
import { Refusal } from '../refusal.js'
import type { Ownership } from '../service/ownership.js'
import type { KnownPasskeys, StoredPasskey } from './known-passkeys.js'
import { unpadded } from './passkey-keys.js'

/** A passkey of the account, as far as payments are concerned. */
export interface PasskeyAge {
  readonly credentialId: string
  /** `undefined` if its public key is not known. */
  readonly known: StoredPasskey | undefined
  /** From when on it counts, in milliseconds since 1970. */
  readonly from: number
}

/** The account's passkeys, and whether it has credentials that may be passkeys and cannot be asked for. */
export interface AccountPasskeys {
  readonly passkeys: readonly PasskeyAge[]
  readonly isSureOfNone: boolean
}

export interface PasskeyAges {
  /** Reads the account's passkeys from the service. Rejects with 502 if one of them has no id, and no other has one. */
  of(accountId: string): Promise<AccountPasskeys>
  /** Whether a sign-in was made with a passkey of the account that counts now. */
  vouches(accountId: string, proof: Proof | undefined): Promise<boolean>
  /** From when on a passkey counts that was added at this time. */
  countsFrom(added: Omit<NewPasskey, 'change'>): Promise<number>
  /** From when on a sign-in may stand in for a passkey, in an account that has none; 0 if it never had one. */
  signInFrom(accountId: string): Promise<number>
}

interface Context {
  readonly passkeys: Pick<KnownPasskeys, 'get' | 'lastRemoval' | 'lastSeen' | 'noteRemoval'>
  readonly ownership: Pick<Ownership, 'credentialsOf'>
  readonly now: () => number
  /** How long a change keeps payments waiting, in milliseconds. */
  readonly waitFor: (change: NewPasskey) => Promise<number>
}

const Passkey = looseObject({ credentialId: v.string(), createdAt: v.optional(v.unknown()) })

/** How far the clocks of the service and of this backend may differ, in milliseconds. */
const clocksDiffer = 5 * 60_000

const Typed = looseObject({ type: v.string() })

export function createPasskeyAges({ passkeys, ownership, now, waitFor }: Context): PasskeyAges {
  const countsFrom: PasskeyAges['countsFrom'] = async (added) =>
    added.at + (await waitFor({ ...added, change: 'added' }))

  const ageOf = async (accountId: string, credential: v.InferOutput<typeof Passkey>): Promise<PasskeyAge> => {
    const credentialId = unpadded(credential.credentialId)
    const known = await passkeys.get(accountId, credentialId)
    const created = typeof credential.createdAt === 'string' ? Date.parse(credential.createdAt) : Number.NaN
    // A passkey of which nobody knows since when it exists is as good as one of today. The service's clock may be fast.
    const listed = Number.isNaN(created) ? undefined : Math.min(created, now())
    const { since, vouchedBy } = known ?? {}
    // Then it was registered again, without this backend seeing the answer: what is known is about the time before.
    const isAgain = since !== undefined && listed !== undefined && listed - since > clocksDiffer
    const at = (isAgain ? listed : (since ?? listed)) ?? now()
    const vouched = vouchedBy === undefined || isAgain ? {} : { vouchedBy }
    return { credentialId, known, from: await countsFrom({ accountId, credentialId, at, ...vouched }) }
  }

  const of: PasskeyAges['of'] = async (accountId) => {
    const credentials = await ownership.credentialsOf(accountId)
    const listed = credentials.flatMap((credential) => {
      const passkey = v.safeParse(Passkey, credential)
      return passkey.success ? [passkey.output] : []
    })
    // Without its id a passkey cannot be asked for, and the account must not pass for one without passkeys.
    if (listed.length === 0 && credentials.some(isPasskey))
      throw new Refusal('UPSTREAM_UNREACHABLE', 'The service did not say which passkeys the account has.')
    return {
      passkeys: await Promise.all(listed.map((credential) => ageOf(accountId, credential))),
      // Who pays has signed in with something. A list without anything is not that of the account.
      isSureOfNone: listed.length === 0 && credentials.length > 0 && credentials.every(isOfKnownType),
    }
  }

  return {
    of,
    countsFrom,
    async vouches(accountId, proof) {
      if (proof?.passkey === undefined) return false
      const { passkeys: all } = await of(accountId)
      return all.some(
        ({ credentialId, known, from }) =>
          credentialId === proof.passkey && known !== undefined && from <= now(),
      )
    },
    async signInFrom(accountId) {
      const [noted, seen] = [await passkeys.lastRemoval(accountId), await passkeys.lastSeen(accountId)]
      // Removed by something else than this backend, such as the platform's own server, and noticed only now.
      const isNew = seen !== undefined && (noted?.at ?? 0) < seen
      const removal = isNew ? { at: now() } : noted
      if (removal === undefined) return 0
      if (isNew) await passkeys.noteRemoval(accountId, removal)
      const { at, vouchedBy } = removal
      return at + (await waitFor({ accountId, change: 'removed', at, ...(vouchedBy && { vouchedBy }) }))
    },
  }
}

const typeOf = (credential: unknown): string | undefined => {
  const typed = v.safeParse(Typed, credential)
  return typed.success ? typed.output.type : undefined
}

/** Whether a credential is a passkey, or has no type that says otherwise. */
function isPasskey(credential: unknown): boolean {
  const type = typeOf(credential)
  return type === undefined || (isCredentialType(type) && credentialTypes[type].proof === 'assertion')
}

const isOfKnownType = (credential: unknown): boolean => isCredentialType(typeOf(credential))
