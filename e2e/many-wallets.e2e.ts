import type { CDPSession } from '@playwright/test'
import { expect, test } from './fixtures.js'
import { signInByCode } from './support/sign-in.js'

/** How many objects of a class are alive once all garbage has been collected. */
async function alive(cdp: CDPSession, prototype: string): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { result } = await cdp.send('Runtime.evaluate', { expression: prototype })
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
  const { result: count } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  // The function returns a number.
  return count.value as number
}

/** Listeners by what they listen to. */
async function listenersOf(cdp: CDPSession, target: 'window' | 'document'): Promise<number> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: target })
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
  return listeners.length
}

// shows: made-and-disposed
test('300 wallets that were made and disposed of leave no connection, no channel and no listener', async ({
  wallet,
  stack,
  context,
}) => {
  await signInByCode(wallet, stack)
  const { page } = wallet
  const cdp = await context.newCDPSession(page)
  await page.evaluate(() => harness.wallet.dispose())
  const counts = async (): Promise<Readonly<Record<string, number>>> => ({
    channels: await alive(cdp, 'BroadcastChannel.prototype'),
    window: await listenersOf(cdp, 'window'),
    document: await listenersOf(cdp, 'document'),
  })
  // The harness still refers to the wallet that it was loaded with, and this wallet to its closed channel.
  await expect.poll(() => alive(cdp, 'BroadcastChannel.prototype')).toBe(1)
  const before = await counts()
  await page.evaluate(async () => {
    for (let round = 0; round < 30; round += 1) {
      const made = Array.from({ length: 10 }, () => harness.anotherWallet())
      await Promise.all(made.map(({ ready }) => ready))
      for (const each of made) each.dispose()
    }
  })
  // A closed channel is collected only once the browser process has let go of its end, which takes a moment.
  await expect.poll(counts).toEqual(before)
  await expect.poll(() => alive(cdp, 'IDBDatabase.prototype')).toBe(0)
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
