import type { BrowserContext } from '@playwright/test'
import { test as base, expect } from './fixtures.js'
import { frozen } from './support/away.js'
import { awayTests } from './support/away-tests.js'
import { type PlainBrowser, startPlainBrowser } from './support/plain-browser.js'
import { signInByCode } from './support/sign-in.js'

const test = base.extend<{ context: BrowserContext }, { browserOfPeople: PlainBrowser }>({
  browserOfPeople: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const started = await startPlainBrowser()
      await use(started)
      await started.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browserOfPeople }, use) => {
    const { context, disconnect } = await browserOfPeople.connect()
    await use(context)
    await disconnect()
  },
})

// One test at a time in one browser, because only one tab can be in front.
test.describe.configure({ mode: 'default' })

test.describe('a frozen tab', { tag: '@long' }, () => awayTests(test, frozen))

test('a tab that is frozen while it reads its storage blocks no other tab, and catches up later', {
  tag: '@long',
}, async ({ wallet, openTab, stack }) => {
  const other = await openTab()
  await wallet.page.bringToFront()
  await wallet.page.evaluate(() => {
    // What a message of another tab does.
    document.addEventListener('freeze', () => dispatchEvent(new Event('focus')))
  })
  const back = await frozen.go(wallet, { openTab, origin: stack.origin })
  await signInByCode(other, stack)
  expect(await other.state()).toMatchObject({ session: { status: 'active' }, storage: 'indexeddb' })
  await back()
  await expect
    .poll(() => wallet.state())
    .toMatchObject({ session: { status: 'active' }, storage: 'indexeddb' })
})

test('a session that expires while its tab is frozen has expired when the tab is seen again', {
  tag: '@long',
}, async ({ wallet, openTab, stack }) => {
  await signInByCode(wallet, stack)
  const { expiresAt } = { expiresAt: '', ...(await wallet.state()).session }
  const back = await frozen.go(wallet, { openTab, origin: stack.origin })
  // Simulates sleep: the page's timers stood still, and the wall clock has moved on.
  await wallet.page.evaluate((end) => {
    const now = Date.parse(end) + 1_000
    Date.now = () => now
  }, expiresAt)
  await back()
  await expect.poll(async () => (await wallet.state()).session).toEqual({ status: 'none', reason: 'expired' })
  await expect(wallet.stamp('payload')).rejects.toThrow('There is no signer.')
})
