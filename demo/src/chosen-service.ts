/**
 * Reads from the address which deployment of the service is played, and how the keys of sessions arrive, as in
 * `?profile=production&keys=sealed`.
 * @module
 */
import type { WalletOptions } from 'embedded-wallet-auth'
import type { Profile } from 'embedded-wallet-auth-emulator'
import type { Welcome } from '../contract.js'
import * as platform from './platform.js'

const played: Readonly<Record<Profile, true>> = { seed: true, sandbox: true, production: true }

/** The deployments that the emulator plays. */
// The type assertion is safe, because the names are those of the record.
export const profiles = Object.keys(played) as readonly Profile[]

/** The ways in which the keys of sessions arrive. */
export const keyDeliveries = ['sealed', 'client-held'] as const

export type KeyDelivery = (typeof keyDeliveries)[number]

const inAddress = <T extends string>(name: string, values: readonly T[]): T | undefined => {
  const value = new URLSearchParams(location.search).get(name)
  return values.find((each) => each === value)
}

/** Returns the deployment that the address names. */
export const wantedProfile = (): Profile | undefined => inAddress('profile', profiles)

/** Lets the emulator play the deployment that the address names, unless it cannot: in sandbox mode, some have no magic values. */
export async function playWanted(): Promise<void> {
  const wanted = wantedProfile()
  if (wanted !== undefined) await platform.play(wanted).catch(() => {})
}

/**
 * Returns how the keys of sessions arrive. If the address does not say, they arrive as the service wants them: the
 * hosted deployments take only encrypted codes, so the page makes the keys.
 */
export const keyDeliveryIn = ({ profile }: Pick<Welcome, 'profile'>): KeyDelivery =>
  inAddress('keys', keyDeliveries) ?? (profile === 'seed' ? 'sealed' : 'client-held')

/** Where the wallet is: in the page, or in a page of its own origin, which the page shows in a frame. */
export type WalletPlace = 'page' | 'framed'

/** Returns where the address wants the wallet. */
export const wantedPlace = (): WalletPlace => inAddress('wallet', ['framed'] as const) ?? 'page'

/** Opens the page again with another deployment, with keys that arrive in another way, or with the wallet elsewhere. */
export function choose(name: 'profile' | 'keys' | 'wallet', value: string): void {
  const address = new URL(location.href)
  address.searchParams.set(name, value)
  location.assign(address)
}

/** The options of a wallet that the address and the service choose. */
export const chosenKeys = (welcome: Welcome): Pick<WalletOptions, 'keyDelivery' | 'otpSigner'> =>
  keyDeliveryIn(welcome) === 'client-held' ? { keyDelivery: 'client-held', otpSigner: welcome.otpSigner } : {}
