/** What tests with another tab begin with, and look at. @module */
import { expect } from '@playwright/test'
import type { ServedStack } from '../served-stack.js'
import type { WalletCalls } from '../wallet-calls.js'
import { signInByCode } from './sign-in.js'

/** Opens another tab and signs in with a mailed code in the first; both show it. */
export async function signedInBeside<T extends WalletCalls>(
  wallet: WalletCalls,
  openTab: () => Promise<T>,
  stack: ServedStack,
): Promise<T> {
  const other = await openTab()
  await signInByCode(wallet, stack)
  await expect.poll(async () => (await other.state()).session.status).toBe('active')
  return other
}

/** How many calls that end like this have left a page. */
export const sent = (stack: ServedStack, what: string): number =>
  stack.arrivals('page').filter(({ path }) => path.endsWith(what)).length

/**
 * Milliseconds by which a tab's session became what it is later than another tab's: by the pages' own clocks, since a test
 * on a busy machine may look late.
 */
export async function lag(first: WalletCalls, other: WalletCalls): Promise<number> {
  const [told, heard] = await Promise.all([first, other].map(sessionSince))
  return (heard ?? Number.NaN) - (told ?? Number.NaN)
}

async function sessionSince(wallet: WalletCalls): Promise<number | undefined> {
  const [states, times] = await Promise.all([wallet.states(), wallet.times()])
  const sessions = states.map((text) => JSON.stringify(JSON.parse(text).session))
  return times[sessions.findLastIndex((session) => session !== sessions.at(-1)) + 1]
}
