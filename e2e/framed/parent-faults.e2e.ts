/** What the page around the frame may do wrong: every call settles, nothing is paid, and the wallet works again. @module */
import { type BrowserContext, expect, test } from '@playwright/test'
import { serve } from 'embedded-wallet-auth/node'
import { type AttackedStack, serveAttacked } from '../red-team/stack.js'
import { ready } from '../wallet-calls.js'
import { agreeButton, answer, answerable, type FramedShop, openFramedShop } from './framed-shop.js'

interface Scene {
  readonly stack: AttackedStack
  readonly shop: FramedShop
  /** Has the page ask for a payment, and waits for the question. Resolves with the quote's id. */
  readonly ask: () => Promise<string>
  /** Resolves with how the payment ended. */
  readonly ended: () => Promise<unknown>
}

async function inScene(
  context: BrowserContext,
  work: (scene: Scene) => Promise<void>,
  options: Parameters<typeof openFramedShop>[2] = {},
): Promise<void> {
  const stack = await serveAttacked('library', 'sealed', 'framed')
  try {
    const shop = await openFramedShop(context, stack, options)
    await shop.signIn()
    const ask = async (): Promise<string> => {
      await shop.page.evaluate(async () => {
        const quote = await (await fetch('/help/quote')).json()
        Object.assign(globalThis, { paying: harness.call((wallet) => wallet.executeQuote(quote)) })
      })
      await answerable(shop.inside())
      return stack.quotes().at(-1) ?? ''
    }
    const ended = (): Promise<unknown> =>
      shop.page.evaluate(() => (globalThis as unknown as { paying: Promise<unknown> }).paying)
    await work({ stack, shop, ask, ended })
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
}

/** Leaves for another page and goes back, to the same page as the browser has kept it. */
async function leaveAndComeBack({ page }: FramedShop): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }))
  })
  await page.goto('about:blank')
  await page.goBack({ waitUntil: 'commit' })
  expect(await page.evaluate(() => Reflect.get(globalThis, 'persisted'))).toBe(true)
}

const statusOf = async (stack: AttackedStack, id: string): Promise<string> =>
  (await stack.service<{ readonly status: string }>('GET', `/quotes/${id}`)).status

test('a frame that is moved or removed during a question settles the call without a payment, and comes back', {
  tag: '@long',
}, async ({ context }) => {
  await inScene(context, async ({ stack, shop, ask, ended }) => {
    const lost = { ok: false, error: { code: 'FRAME_LOST' } }
    const moved = await ask()
    await shop.page.evaluate(() => {
      const frame = document.querySelector('iframe')
      const place = document.createElement('div')
      document.body.append(place)
      if (frame) place.append(frame)
    })
    expect(await ended()).toMatchObject(lost)
    expect(await statusOf(stack, moved)).toBe('PENDING')
    expect(await shop.wallet.listCredentials()).toHaveLength(1)

    const reloaded = await ask()
    await shop.page.reload()
    await ready(shop.page)
    expect((await shop.wallet.state()).session.status).toBe('active')
    expect(await statusOf(stack, reloaded)).toBe('PENDING')

    const removed = await ask()
    await shop.page.evaluate(() => document.querySelector('iframe')?.remove())
    expect(await ended()).toMatchObject(lost)
    expect(await statusOf(stack, removed)).toBe('PENDING')
  })
})

test('a page with two frames, one that floods the frame, and one that comes back from the cache use the wallet', {
  tag: '@long',
}, async ({ context }) => {
  await inScene(context, async ({ stack, shop, ask, ended }) => {
    const both = await shop.page.evaluate(async () => {
      const other = harness.anotherWallet()
      await other.ready
      const found = await Promise.all([other.sessions.list(), harness.wallet.sessions.list()])
      other.dispose()
      return found.map((list) => list.length)
    })
    expect(both).toEqual([1, 1])

    await shop.page.evaluate(() => {
      const frame = document.querySelector('iframe')?.contentWindow
      for (let i = 0; i < 5_000; i++) frame?.postMessage({ protocol: 'embedded-wallet-auth', i }, '*')
    })
    const quote = await ask()
    await answer(shop.inside(), 'agree')
    expect(await ended()).toMatchObject({ ok: true })
    expect(await statusOf(stack, quote)).toBe('COMPLETED')

    await leaveAndComeBack(shop)
    expect(await shop.wallet.listCredentials()).toHaveLength(1)
  })
})

test('a page that is not a parent can neither frame the wallet nor reach it in a window', async ({
  context,
}) => {
  await inScene(context, async ({ stack, shop }) => {
    const address = `${new URL(stack.backend).origin}/framed-wallet`
    const html = { headers: { 'Content-Type': 'text/html' } }
    const foreign = await serve(async () => new Response(`<iframe src="${address}"></iframe>`, html), {
      port: 0,
    })
    const page = await context.newPage()
    await page.goto(foreign.url.replace('127.0.0.1', 'other.localhost'))
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)

    const opening = context.waitForEvent('page')
    const answers = page.evaluate(async (url) => {
      const heard: unknown[] = []
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => heard.push(data)
      const opened = open(url)
      await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
      const connect = { protocol: 'embedded-wallet-auth', version: 1 }
      opened?.postMessage(connect, '*', [port2])
      port1.postMessage({ type: 'call', id: 1, verb: 'sessions.list', args: [] })
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return heard
    }, address)
    await opening
    expect(await answers).toEqual([])
    expect((await shop.wallet.state()).session.status).toBe('active')
    await page.close()
    await foreign.close()
  })
})

test('a page that comes back from the cache has its question open still, and pays when the person agrees', {
  tag: '@long',
}, async ({ context }) => {
  await inScene(context, async ({ stack, shop, ask, ended }) => {
    const quote = await ask()
    // Playwright no longer knows the frame of a page that was kept, so the person clicks where the button was.
    const { x = 0, y = 0, width = 0, height = 0 } = (await agreeButton(shop.inside()).boundingBox()) ?? {}
    await leaveAndComeBack(shop)
    expect(await statusOf(stack, quote)).toBe('PENDING')
    expect(await shop.wallet.listCredentials()).toHaveLength(1)
    // The first click, beside the button, gives the focus back to the frame.
    for (const below of [150, 0]) {
      await shop.page.mouse.click(x + width / 2, y + height / 2 + below)
      await shop.page.waitForTimeout(800)
    }
    expect(await ended()).toMatchObject({ ok: true })
    expect(await statusOf(stack, quote)).toBe('COMPLETED')
  })
})

/** Blocks the storage of the wallet's pages. */
const blockStorage = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (!location.hostname.startsWith('wallet.')) return
    const get = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get })
  })

test('a window whose browser blocks its storage pays nothing and says what to allow, and closes', async ({
  context,
}) => {
  await blockStorage(context)
  await inScene(
    context,
    async ({ stack, shop }) => {
      const paid = await shop.page.evaluate(async () => {
        const quote = await (await fetch('/help/quote')).json()
        return harness.call((wallet) => wallet.executeQuote(quote))
      })
      const message = expect.stringMatching(/Allow site data/)
      expect(paid).toMatchObject({ ok: false, error: { code: 'SESSION_REQUIRED', message } })
      expect(await statusOf(stack, stack.quotes().at(-1) ?? '')).toBe('PENDING')
      await expect(shop.wallet.createPasskey('Laptop')).rejects.toMatchObject({ code: 'SESSION_REQUIRED' })
      await expect.poll(() => context.pages().length).toBe(1)
      expect((await shop.wallet.state()).session.status).toBe('active')
    },
    { prefer: 'window' },
  )
})

test('a frame whose browser blocks its storage pays with a session that ends with the page', async ({
  context,
}) => {
  await blockStorage(context)
  await inScene(context, async ({ stack, shop, ask, ended }) => {
    expect(await shop.wallet.state()).toMatchObject({ storage: 'memory', session: { status: 'active' } })
    const quote = await ask()
    await answer(shop.inside(), 'agree')
    expect(await ended()).toMatchObject({ ok: true })
    expect(await statusOf(stack, quote)).toBe('COMPLETED')
    await shop.page.reload()
    await ready(shop.page)
    expect((await shop.wallet.state()).session.status).toBe('none')
  })
})

test('a page of another site, from whose frame the browser keeps the cookie and the storage, signs in and pays in windows', async ({
  context,
}) => {
  const stack = await serveAttacked('library', 'sealed', 'another site')
  try {
    const shop = await openFramedShop(context, stack)
    expect((await shop.wallet.state()).session.status).toBe('none')
    await shop.signIn()
    expect(await shop.wallet.state()).toMatchObject({ storage: 'indexeddb', session: { status: 'active' } })
    const opening = context.waitForEvent('page')
    const paying = shop.page.evaluate(async () => {
      const quote = await (await fetch('/help/quote')).json()
      return harness.call((wallet) => wallet.executeQuote(quote))
    })
    await answer((await opening).mainFrame(), 'agree')
    expect(await paying).toMatchObject({ ok: true })
    expect(await statusOf(stack, stack.quotes().at(-1) ?? '')).toBe('COMPLETED')
    await expect.poll(() => context.pages().length).toBe(1)
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
})
