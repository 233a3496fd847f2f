/** What tests with another tab begin with, and look at. @module */
import { expect } from '@playwright/test'
import type { WalletCalls } from '../wallet-calls.js'
import type { World } from '../world.js'
import { signInByCode } from './sign-in.js'

/** Opens another tab and signs in with a mailed code in the first; both show it. */
export async function signedInBeside<T extends WalletCalls>(
  wallet: WalletCalls,
  openTab: () => Promise<T>,
  world: World,
): Promise<T> {
  const other = await openTab()
  await signInByCode(wallet, world)
  await expect.poll(async () => (await other.state()).session.status).toBe('active')
  return other
}

/** How many calls that end like this have left a page. */
export const sent = (world: World, what: string): number =>
  world.arrivals('page').filter(({ path }) => path.endsWith(what)).length

/** Looks often, for so many milliseconds. */
export const within = (milliseconds: number): { readonly timeout: number; readonly intervals: number[] } => ({
  timeout: milliseconds,
  intervals: [50],
})
