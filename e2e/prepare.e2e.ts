import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.js'
import { sessionIdOf } from './support/session-id.js'
import { addPasskey } from './support/sign-in.js'
import type { WalletPage } from './wallet-page.js'

/** Records in the page the order of requests and ceremonies. */
async function observe(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The blank page with which a tab begins has no ceremonies.
    if (!isSecureContext) return
    const order: string[] = []
    Object.assign(globalThis, { order })
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      order.push(`fetch ${new URL(input instanceof Request ? input.url : input, location.href).pathname}`)
      return fetch(input, init)
    }
    const { get } = CredentialsContainer.prototype
    CredentialsContainer.prototype.get = function (options) {
      order.push('get')
      return get.call(this, options)
    }
  })
}

const orderIn = (page: Page): Promise<readonly string[]> =>
  // The init script above defines `order`.
  page.evaluate(() => (globalThis as unknown as { order: string[] }).order.splice(0))

/** Clicks the page's button, whose listener signs in with a passkey. Records the task after the click's task. */
async function clickToSignIn({ page }: WalletPage): Promise<void> {
  await page.evaluate(() => {
    const { order } = globalThis as unknown as { order: string[] }
    harness.clicked = () => {
      order.push('click')
      let isNext = false
      const next = (): void => {
        if (!isNext) order.push('next task')
        isNext = true
      }
      // Queued in each queue before the call, so that anything that the call queues runs later.
      setTimeout(next)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = next
      port2.postMessage(undefined)
      void harness.call((wallet) => wallet.signIn({ type: 'PASSKEY' })).then(() => order.push('end'))
    }
    order.splice(0)
  })
  await page.locator('button').click()
}

/** The wallet has a passkey and is signed out, and its page records. */
const test = base.extend({
  wallet: async ({ context, openTab, stack }, use) => {
    await observe(context)
    const wallet = await openTab()
    await addPasskey(wallet, stack)
    await wallet.signOut()
    await use(wallet)
  },
})

test('a click after prepare() calls get() in its own task, before any request', async ({ wallet }) => {
  await wallet.reload()
  await wallet.prepare('PASSKEY')
  await clickToSignIn(wallet)
  await expect.poll(async () => (await wallet.state()).session.status).toBe('active')
  const order = await orderIn(wallet.page)
  expect(order.slice(0, 3)).toEqual(['click', 'get', 'next task'])
  expect(order.filter((entry) => entry.startsWith('fetch'))).toEqual([
    expect.stringMatching(/^fetch \/wallet\/auth\/credentials\/AuthMethod:[\w-]+\/verify$/),
  ])
})

test('a click without prepare() asks for the challenge first, and signs in anyway', { tag: '@long' }, async ({
  wallet,
}) => {
  await clickToSignIn(wallet)
  await expect.poll(async () => (await wallet.state()).session.status).toBe('active')
  const order = await orderIn(wallet.page)
  expect(order.findIndex((entry) => entry.endsWith('/challenge'))).toBeLessThan(order.indexOf('get'))
})

test('a prepared challenge is used once: the next sign-in asks for a challenge of its own', {
  tag: '@long',
}, async ({ wallet }) => {
  await wallet.prepare('PASSKEY')
  await wallet.signInWithPasskey()
  const first = await sessionIdOf(wallet)
  await orderIn(wallet.page)
  await wallet.signInWithPasskey()
  expect(await sessionIdOf(wallet)).not.toBe(first)
  expect((await orderIn(wallet.page)).some((entry) => entry.endsWith('/challenge'))).toBe(true)
})

test('a prepared challenge that has expired is not used', { tag: '@long' }, async ({ wallet, stack }) => {
  await wallet.prepare('PASSKEY')
  await stack.emulator.clock.advance(6 * 60_000)
  // The next answer contains the server's time.
  await wallet.listCredentials()
  await orderIn(wallet.page)
  await wallet.signInWithPasskey()
  expect((await orderIn(wallet.page)).some((entry) => entry.endsWith('/challenge'))).toBe(true)
})

test('a sign-in after prepare() for OAUTH asks for the token before any request', { tag: '@long' }, async ({
  wallet,
}) => {
  await wallet.signInWithPasskey()
  await wallet.createOauth()
  await wallet.prepare('OAUTH')
  await orderIn(wallet.page)
  await wallet.signInWithOauth()
  const order = await orderIn(wallet.page)
  expect(order[0]).toBe('fetch /id-token')
  expect(order[1]).toMatch(/\/verify$/)
  expect(order).toHaveLength(2)
})

base('prepare() for EMAIL_OTP sends no code', { tag: '@long' }, async ({ wallet, stack }) => {
  await wallet.prepare('EMAIL_OTP')
  expect(stack.emulator.inbox.all()).toEqual([])
  expect(stack.arrivals('page')).toEqual([])
})
