/**
 * How the emulator behaves where deployments of the service differ: the column of its profile, with the values that its
 * options choose instead.
 * @module
 */
import {
  behaviourOf,
  type Behaviour as FactValues,
  facts,
  type Profile as ProfileName,
  profiles,
} from 'embedded-wallet-auth/wire'
import type { Mode } from './magic.js'

/** What the emulator does about each fact in which deployments differ, by the name of the fact. */
export type Behaviour = FactValues

/** A deployment of the service: the interface itself, or one of the hosted ones. */
export type Profile = ProfileName

/** The encoding of a passkey challenge (fact `passkeyChallenge`). */
export type ChallengeEncoding = Behaviour['passkeyChallenge']

/** How a session is refreshed (fact `refresh`). */
export type RefreshForm = Behaviour['refresh']

/**
 * How the emulator gives sessions their keys: sealed to the client key, or by taking the client key itself (wire-facts
 * 11 [current]). With `both`, the encoding of `clientPublicKey` selects, and codes may be plain or encrypted.
 */
export type KeyDeliveryMode = 'both' | 'sealed' | 'client-held'

/** The options that decide about facts. */
export interface BehaviourOptions {
  readonly profile?: Profile
  readonly mode?: Mode
  readonly keyDelivery?: KeyDeliveryMode
  readonly challengeEncoding?: ChallengeEncoding
  readonly refresh?: RefreshForm
  readonly newIndividuals?: Behaviour['newIndividuals']
  readonly sandboxCalls?: Behaviour['sandboxCalls']
  readonly unknowns?: Partial<Behaviour>
}

const deliveries: Readonly<Record<KeyDeliveryMode, Pick<Behaviour, 'clientPublicKey' | 'codes'>>> = {
  both: { clientPublicKey: 'either', codes: 'either' },
  sealed: { clientPublicKey: 'uncompressed', codes: 'plain' },
  'client-held': { clientPublicKey: 'compressed', codes: 'encrypted' },
}

/** What `mode: 'strict'` does about magic values. */
const strict: Partial<Behaviour> = { magicValues: 'none', scaCode: 'real' }

/**
 * Returns what the emulator does about each fact.
 *
 * @throws TypeError for a value or a name that does not exist, and for magic values where the profile takes none
 */
export function behaviourFrom(options: BehaviourOptions): Behaviour {
  const { profile = 'seed', keyDelivery, unknowns = {} } = options
  assertOneOf('profile', profile, profiles)
  const column = behaviourOf(profile)
  const { mode = column.magicValues === 'some' ? 'sandbox' : 'strict' } = options
  assertOneOf('mode', mode, ['strict', 'sandbox'])
  if (keyDelivery !== undefined) assertOneOf('keyDelivery', keyDelivery, Object.keys(deliveries))
  if (options.mode === 'sandbox' && column.magicValues === 'none')
    throw new TypeError(`\`mode\` cannot be "sandbox": the profile "${profile}" takes no magic values.`)
  const behaviour: Behaviour = {
    ...column,
    ...(mode === 'strict' && strict),
    ...(keyDelivery && deliveries[keyDelivery]),
    ...given({
      passkeyChallenge: options.challengeEncoding,
      refresh: options.refresh,
      newIndividuals: options.newIndividuals,
      sandboxCalls: options.sandboxCalls,
    }),
    ...given(unknowns),
  }
  for (const [name, value] of Object.entries(behaviour)) assertPlayed(name, value)
  return behaviour
}

/** Which kinds of session keys and codes the emulator takes: `both` means that some call takes either. */
export function keyDeliveryOf({ clientPublicKey, codes }: Behaviour): string {
  const same = Object.entries(deliveries).find(
    ([, each]) => each.clientPublicKey === clientPublicKey && each.codes === codes,
  )
  return same?.[0] ?? `${clientPublicKey} keys, ${codes} codes`
}

const given = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  // The type assertion is safe, because only values that are given are kept.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

function assertPlayed(name: string, value: string): void {
  const fact = Object.entries(facts).find(([each]) => each === name)?.[1]
  if (fact === undefined || !('played' in fact))
    throw new TypeError(`\`unknowns\` has no ${JSON.stringify(name)}.`)
  assertOneOf(name, value, fact.played)
}

function assertOneOf(name: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value))
    throw new TypeError(`\`${name}\` must be ${allowed.map((each) => `"${each}"`).join(' or ')}.`)
}
