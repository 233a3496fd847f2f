import { expect } from '@playwright/test'
import { signInByCode } from '../support/sign-in.js'
import { addressOf } from '../wallet-page.js'
import type { DriverTab } from './driver.js'
import { openWallet, test } from './engine-fixtures.js'

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

test('a redirect to an identity provider and back signs in, 20 times of 20', async ({ wallet, stack }) => {
  test.setTimeout(240_000)
  await signInByCode(wallet, stack)
  await wallet.createOauth()
  const { tab } = wallet
  let here = wallet
  for (let time = 0; time < 20; time += 1) {
    await here.signOut()
    // Not through `page`, which would ask the page for the result of a call that it leaves.
    await tab.execute(leavesForProvider, [])
    const token = await tokenIn(tab)
    here = await openWallet(tab, stack)
    await here.handInToken(token)
    expect((await here.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
  }
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
