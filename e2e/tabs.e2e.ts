import { expect, test } from './fixtures.js'
import { tabFlows } from './flows/tabs.js'
import { endOf } from './support/held.js'
import { storedRecord } from './support/stored-record.js'
import { lag, sent, signedInBeside } from './support/two-tabs.js'

test.describe('sealed keys', () => {
  tabFlows(test, 1_000, 'sealed')
})
test.describe('client-held keys', { tag: '@long' }, () => {
  tabFlows(test, 1_000, 'client-held')
})

test('a session that expires has expired in the other tab, too', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  const other = await signedInBeside(wallet, openTab, stack)
  await stack.emulator.clock.advance(15 * 60_000 - 5_000)
  // The next answer contains the server's time, and the timers check it when the tab gets the focus.
  await wallet.listCredentials()
  await wallet.page.evaluate(() => dispatchEvent(new Event('focus')))
  expect((await wallet.state()).session.status).toBe('active')
  const expired = { status: 'none', reason: 'expired' }
  await expect.poll(async () => (await wallet.state()).session).toEqual(expired)
  await expect.poll(async () => (await other.state()).session).toEqual(expired)
  expect(await lag(wallet, other)).toBeLessThanOrEqual(1_000)
})

test('a refresh in one tab makes a refresh in the other BUSY, which sends nothing', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  const other = await signedInBeside(wallet, openTab, stack)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await wallet.page.route(/\/refresh$/, async (route) => {
    await released
    await route.continue()
  })
  const refreshing = wallet.refresh()
  await expect.poll(async () => (await storedRecord(other.page, stack)).refresh).toBe('sent')
  expect(await endOf(other.refresh())).toBe('BUSY')
  expect(sent(stack, '/refresh')).toBe(0)
  release()
  const { id } = await refreshing
  await expect.poll(async () => (await other.state()).session).toMatchObject({ status: 'active', id })
  expect(sent(stack, '/refresh')).toBe(2)
})
