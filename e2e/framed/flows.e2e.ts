/** The flows of every credential type, through a frame of another origin: the same tests as without one. @module */
import type { Page } from '@playwright/test'
import { test as base, type Test } from '../fixtures.js'
import { heldFlows } from '../flows/held.js'
import { strictFlows } from '../flows/strict.js'
import { serveStack } from '../served-stack.js'
import { credentialRows, heldRows } from '../support/credential-rows.js'
import { settled } from '../wallet-calls.js'
import { openWalletPage } from '../wallet-page.js'
import { agreeToAll, frameOf } from './framed-shop.js'

const test: Test = base.extend({
  stack: async ({ stackOptions }, use) => {
    const stack = await serveStack({ ...stackOptions, place: 'framed' })
    await use(stack)
    await stack.close()
  },
  openTab: async ({ context, stack }, use) => {
    const stops: (() => void)[] = []
    await use(async () => {
      const page = await context.newPage()
      const opened = await openWalletPage(page, stack, { door: 'framed' })
      stops.push(agreeToAll(page))
      // The storage is that of the wallet's origin, and the phrase is shown there.
      return { ...opened, page: withStorageOf(page), exportPhrase: () => exportedIn(page) }
    })
    for (const stop of stops) stop()
    for (const page of context.pages()) await page.close()
  },
})

/** The page, whose scripts run in the wallet's frame. */
const withStorageOf = (page: Page): Page =>
  new Proxy(page, {
    get: (target, name) =>
      name === 'evaluate' ? frameOf(page).evaluate.bind(frameOf(page)) : Reflect.get(target, name),
  })

async function exportedIn(page: Page): Promise<{ readonly phrase: string; readonly wiped: boolean }> {
  const crossed = await settled(page.evaluate(() => harness.call((wallet) => wallet.exportWallet())))
  const shown = await frameOf(page).evaluate(() => revealed)
  return { phrase: shown.phrase, wiped: crossed === undefined && shown.bytes.every((byte) => byte === 0) }
}

test.describe('sealed keys, in a frame', { tag: '@long' }, () => {
  strictFlows(test, credentialRows, { keyDelivery: 'sealed' })
})
test.describe('client-held keys, in a frame', { tag: '@long' }, () => {
  strictFlows(test, heldRows, { keyDelivery: 'client-held' })
  heldFlows(test, heldRows)
})
