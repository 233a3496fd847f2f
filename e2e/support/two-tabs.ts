/** Functions for tests with another tab. @module */
import { expect } from '@playwright/test'
import type { ServedStack } from '../served-stack.js'
import type { WalletCalls } from '../wallet-calls.js'
import { signInByCode } from './sign-in.js'

/** Opens another tab and signs in with a mailed code in the first. Resolves once both tabs show the session. */
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

/** Returns the number of calls from pages whose paths end with `what`. */
export const sent = (stack: ServedStack, what: string): number =>
  stack.arrivals('page').filter(({ path }) => path.endsWith(what)).length

/**
 * Resolves with the milliseconds by which the other tab's session changed later than the first tab's. Uses the pages'
 * own clocks, because a test on a busy machine may read the tabs late.
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
