import { expect, test } from './fixtures.js'
import { sessionIdOf } from './support/session-id.js'
import { leaveForToken, signInByCode } from './support/sign-in.js'
import { sent } from './support/two-tabs.js'
import type { WalletPage } from './wallet-page.js'

/** Opens four more tabs. */
async function fiveTabs(
  wallet: WalletPage,
  openTab: (choice?: { readonly options: { readonly refreshAhead: number } }) => Promise<WalletPage>,
  refreshAhead?: number,
): Promise<readonly WalletPage[]> {
  const tabs = [wallet]
  while (tabs.length < 5)
    tabs.push(await openTab(refreshAhead === undefined ? undefined : { options: { refreshAhead } }))
  return tabs
}

const inAll = async <T>(tabs: readonly WalletPage[], look: (tab: WalletPage) => Promise<T>): Promise<T[]> =>
  Promise.all(tabs.map(look))

const five = <T>(value: T): T[] => Array.from({ length: 5 }, () => value)

test('one sign-in serves five tabs, and one sign-out ends it in all of them', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  const tabs = await fiveTabs(wallet, openTab)
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).session))
    .toMatchObject(five({ status: 'active', id }))
  const stamps = await inAll(tabs, (tab) => tab.stamp('payload'))
  expect(stamps.every((stamp) => stamp.length > 100)).toBe(true)
  expect(sent(stack, '/verify')).toBe(1)
  await tabs[3]?.signOut()
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).session))
    .toEqual(five({ status: 'none', reason: 'signed-out' }))
})

test('five tabs that should refresh at the same moment refresh once', { tag: '@long' }, async ({
  openTab,
  stack,
}) => {
  const first = await openTab({ options: { refreshAhead: 60 } })
  const tabs = await fiveTabs(first, openTab, 60)
  await signInByCode(first, stack)
  const id = await sessionIdOf(first)
  await expect.poll(() => inAll(tabs, async (tab) => (await tab.state()).session)).toMatchObject(five({ id }))
  await stack.emulator.clock.advance(14 * 60_000 - 2_000)
  // An answer contains the server's time, and the timers check it when the tab gets the focus.
  await inAll(tabs, async (tab) => {
    await tab.listCredentials()
    await tab.page.evaluate(() => dispatchEvent(new Event('focus')))
  })
  await expect.poll(async () => (await first.state()).session).not.toMatchObject({ id })
  const next = await sessionIdOf(first)
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).session))
    .toMatchObject(five({ status: 'active', id: next }))
  // One request for the challenge, and the same request again with the stamp.
  expect(sent(stack, '/refresh')).toBe(2)
})

test('a session that expires has expired in five tabs', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  const tabs = await fiveTabs(wallet, openTab)
  await signInByCode(wallet, stack)
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).session.status))
    .toEqual(five('active'))
  await stack.emulator.clock.advance(15 * 60_000 - 1_500)
  // Only one tab learns the time of the service.
  await wallet.listCredentials()
  await wallet.page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).session))
    .toEqual(five({ status: 'none', reason: 'expired' }))
})

test('a code asked for in one of five tabs is typed in another, and sent once', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  const tabs = await fiveTabs(wallet, openTab)
  await wallet.askForCode()
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).flow))
    .toMatchObject(five({ status: 'awaitingProof', proof: 'otp' }))
  await tabs[4]?.enterCode(stack.otp())
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).session.status))
    .toEqual(five('active'))
  await expect.poll(() => inAll(tabs, async (tab) => (await tab.state()).flow.status)).toEqual(five('idle'))
  expect(sent(stack, '/verify')).toBe(1)
  expect(stack.emulator.inbox.all()).toHaveLength(1)
})

test('a 429 in one of five tabs pauses all of them, and signs nobody out', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  const tabs = await fiveTabs(wallet, openTab)
  await wallet.askForCode()
  await wallet.askForAnotherCode()
  await expect(wallet.askForAnotherCode()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const { flow } = await wallet.state()
  const resendAt = flow.status === 'awaitingProof' ? flow.resendAt : 'none'
  await expect
    .poll(() => inAll(tabs, async (tab) => (await tab.state()).flow))
    .toMatchObject(five({ status: 'awaitingProof', resendAt }))
  const before = sent(stack, '/challenge')
  const ends = await inAll(tabs, (tab) => tab.askForAnotherCode().catch(({ code }) => code))
  expect(ends).toEqual(five('RATE_LIMITED'))
  expect(sent(stack, '/challenge')).toBe(before)
  expect(await inAll(tabs, async (tab) => (await tab.state()).session)).toMatchObject(
    five({ status: 'active', id }),
  )
})

test('an ID token that comes back in two tabs at once is sent once', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  const nonce = await leaveForToken(wallet, stack)
  const other = await openTab()
  for (const tab of [wallet, other])
    expect((await tab.state()).flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
  const token = await stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
  const before = sent(stack, '/verify')
  const ends = await Promise.allSettled([wallet.handInToken(token), other.handInToken(token)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(sent(stack, '/verify')).toBe(before + 1)
  for (const tab of [wallet, other])
    await expect.poll(async () => (await tab.state()).session.status).toBe('active')
  await expect(wallet.handInToken(token)).rejects.toMatchObject({ code: 'NOT_AWAITED' })
})
