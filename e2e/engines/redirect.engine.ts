import { expect } from '@playwright/test'
import type { ServedStack } from '../served-stack.js'
import { signInByCode } from '../support/sign-in.js'
import { addressOf } from '../wallet-page.js'
import type { DriverTab } from './driver.js'
import { redirects } from './engine.js'
import { type EnginePage, openWallet, test } from './engine-fixtures.js'

/** Reads the ID token from the page that stands in for the identity provider. */
const tokenIn = async (tab: DriverTab): Promise<string> => {
  let text: unknown
  await expect
    .poll(async () => {
      text = await tab.execute('return location.pathname === "/id-token" ? document.body.innerText : ""', [])
      return text
    })
    .toMatch(/^ey/)
  return String(text)
}

/** A sign-in that leaves the page for the provider, after this script has returned. */
const leavesForProvider = `
  const getOidcToken = ({ nonce }) => {
    setTimeout(() => location.assign('/id-token?nonce=' + nonce), 0)
    return new Promise(() => {})
  }
  void harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))`

/** Makes the wallet read its storage while the page is left, as a message of another tab does. */
const readsWhileLeaving = `addEventListener('pagehide', () => dispatchEvent(new Event('focus')))`

/** Signs in by a redirect. Resolves with the page that the person returns to, which still has the token to hand in. */
async function redirected(
  { tab }: EnginePage,
  stack: ServedStack,
): Promise<{ readonly returned: EnginePage; readonly token: string }> {
  // Not through `page`, which would ask the page for the result of a call that it leaves.
  await tab.execute(leavesForProvider, [])
  const token = await tokenIn(tab)
  return { returned: await openWallet(tab, stack), token }
}

test(`a redirect to an identity provider and back signs in, ${redirects} times of ${redirects}`, async ({
  wallet,
  stack,
}) => {
  test.setTimeout(120_000 + redirects * 6_000)
  await signInByCode(wallet, stack)
  await wallet.createOauth()
  let here = wallet
  const lost: unknown[] = []
  for (let time = 0; time < redirects; time += 1) {
    await here.signOut()
    const { returned, token } = await redirected(here, stack)
    here = returned
    await here.handInToken(token).catch(async (error) => lost.push([time, error, await returned.state()]))
  }
  expect(lost).toEqual([])
  expect((await here.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
})

test('a page that is left while it reads its storage does not block the page that the person returns to', async ({
  wallet,
  stack,
}) => {
  await signInByCode(wallet, stack)
  await wallet.createOauth()
  await wallet.signOut()
  await wallet.tab.execute(readsWhileLeaving, [])
  const { returned, token } = await redirected(wallet, stack)
  await returned.handInToken(token)
  expect(await returned.state()).toMatchObject({ session: { status: 'active' }, storage: 'indexeddb' })
  await returned.reload()
  expect((await returned.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
})

test('a page that a person goes back to still has its session, and refreshes it', async ({
  wallet,
  stack,
}) => {
  await signInByCode(wallet, stack)
  await wallet.tab.navigate(`${stack.origin}/id-token?nonce=none`)
  await wallet.tab.back()
  await expect.poll(() => wallet.tab.execute('return location.href', [])).toBe(addressOf(stack))
  await expect.poll(() => wallet.tab.execute('return typeof harness', [])).toBe('object')
  await wallet.page.evaluate(() => harness.wallet.ready)
  expect((await wallet.state()).session.status).toBe('active')
  await wallet.refresh()
  expect((await wallet.state()).session.status).toBe('active')
})
