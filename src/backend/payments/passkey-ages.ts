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
import type { KnownPasskeys } from './known-passkeys.js'
import { type KnownPasskey, unpadded } from './passkey-keys.js'

/** A passkey of the account, as far as payments are concerned. */
export interface PasskeyAge {
  readonly credentialId: string
  /** `undefined` if its public key is not known. */
  readonly known: KnownPasskey | undefined
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
  /** From when on a passkey counts that was added at this time and that no passkey vouched for. */
  countsFrom(added: Omit<NewPasskey, 'change'>): Promise<number>
  /** From when on a sign-in may stand in for a passkey, after the removal of one; 0 if none was removed. */
  signInFrom(accountId: string): Promise<number>
}

interface Context {
  readonly passkeys: Pick<KnownPasskeys, 'get' | 'lastRemoval'>
  readonly ownership: Pick<Ownership, 'credentialsOf'>
  readonly now: () => number
  /** How long a change keeps payments waiting, in milliseconds. */
  readonly waitFor: (change: NewPasskey) => Promise<number>
}

const Passkey = looseObject({ credentialId: v.string(), createdAt: v.optional(v.unknown()) })

const Typed = looseObject({ type: v.string() })

export function createPasskeyAges({ passkeys, ownership, now, waitFor }: Context): PasskeyAges {
  const countsFrom: PasskeyAges['countsFrom'] = async (added) =>
    added.at + (await waitFor({ ...added, change: 'added' }))

  const ageOf = async (accountId: string, credential: v.InferOutput<typeof Passkey>): Promise<PasskeyAge> => {
    const credentialId = unpadded(credential.credentialId)
    const known = await passkeys.get(accountId, credentialId)
    const created = typeof credential.createdAt === 'string' ? Date.parse(credential.createdAt) : Number.NaN
    // A passkey of which nobody knows since when it exists is as good as one of today. The service's clock may be fast.
    const at = known?.since ?? (Number.isNaN(created) ? now() : Math.min(created, now()))
    const vouchedBy = known?.vouchedBy === undefined ? {} : { vouchedBy: known.vouchedBy }
    return { credentialId, known, from: await countsFrom({ accountId, credentialId, at, ...vouchedBy }) }
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
      isSureOfNone: listed.length === 0 && credentials.every(isOfKnownType),
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
      const at = await passkeys.lastRemoval(accountId)
      return at === undefined ? 0 : at + (await waitFor({ accountId, change: 'removed', at }))
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
