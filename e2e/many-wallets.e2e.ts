import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.js'
import { signInByCode } from './support/sign-in.js'

/** Counts the open channels of a page. Whether a closed one is still in memory depends on the garbage collector. */
async function countChannels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = new Set<BroadcastChannel>()
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        open.add(this)
      }
      override close(): void {
        open.delete(this)
        super.close()
      }
    }
    Object.defineProperty(globalThis, 'openChannels', { get: () => open.size })
  })
  await page.reload()
}

/** Resolves with the listeners of a target, by event type. */
async function listenersOf(cdp: CDPSession, target: 'window' | 'document'): Promise<number> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: target })
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
  return listeners.length
}

test('300 wallets that were made and disposed of leave no connection, no channel and no listener', {
  tag: '@long',
}, async ({ wallet, stack, context }) => {
  const { page } = wallet
  await countChannels(page)
  await signInByCode(wallet, stack)
  const cdp = await context.newCDPSession(page)
  const openChannels = (): Promise<number> => page.evaluate(() => Reflect.get(globalThis, 'openChannels'))
  expect(await openChannels()).toBe(1)
  await page.evaluate(() => harness.wallet.dispose())
  const counts = async (): Promise<Readonly<Record<string, number>>> => ({
    channels: await openChannels(),
    window: await listenersOf(cdp, 'window'),
    document: await listenersOf(cdp, 'document'),
  })
  const before = await counts()
  await page.evaluate(async () => {
    for (let round = 0; round < 30; round += 1) {
      const made = Array.from({ length: 10 }, () => harness.anotherWallet())
      await Promise.all(made.map(({ ready }) => ready))
      for (const each of made) each.dispose()
    }
  })
  expect(before['channels']).toBe(0)
  await expect.poll(counts).toEqual(before)
  // An open connection would block the deletion.
  const deleted = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.deleteDatabase('embedded-wallet-auth')
        request.onsuccess = () => resolve('deleted')
        request.onblocked = () => resolve('blocked')
        request.onerror = () => resolve('failed')
      }),
  )
  expect(deleted).toBe('deleted')
})
