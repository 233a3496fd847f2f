/** Questions that are asked in a window, as in a browser that cannot tell what is above a frame. @module */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { addAuthenticator } from '../authenticator.js'
import { type AttackedStack, serveAttacked } from '../red-team/stack.js'
import {
  agreeButton,
  agreeToAll,
  answer,
  answerable,
  type FramedShop,
  openFramedShop,
} from './framed-shop.js'

const statusOf = async (stack: AttackedStack, id: string): Promise<string> =>
  (await stack.service<{ readonly status: string }>('GET', `/quotes/${id}`)).status

interface Scene {
  readonly stack: AttackedStack
  readonly shop: FramedShop
  readonly context: BrowserContext
  /** Has the page ask for a payment. Resolves with the window, and how the call ends. */
  readonly ask: () => Promise<{ popup: Page; ended: Promise<unknown>; quote: string }>
}

async function inScene(context: BrowserContext, work: (scene: Scene) => Promise<void>): Promise<void> {
  const stack = await serveAttacked('library', 'sealed', 'framed')
  try {
    const shop = await openFramedShop(context, stack, { prefer: 'window' })
    await shop.signIn()
    const ask: Scene['ask'] = async () => {
      const opening = context.waitForEvent('page')
      await shop.page.evaluate(async () => {
        const quote = await (await fetch('/help/quote')).json()
        Object.assign(globalThis, { paying: harness.call((wallet) => wallet.executeQuote(quote)) })
      })
      const popup = await opening
      const ended = shop.page.evaluate(() => (globalThis as unknown as { paying: Promise<unknown> }).paying)
      // A page that has gone does not hear how its call ended.
      ended.catch(() => {})
      return { popup, ended, quote: stack.quotes().at(-1) ?? '' }
    }
    await work({ stack, shop, context, ask })
    await expect.poll(() => context.pages().length).toBe(1)
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
}

test('a question in a window pays, adds a passkey and leaves no window', { tag: '@long' }, async ({
  context,
}) => {
  await inScene(context, async ({ shop, stack, ask }) => {
    const { popup, ended, quote } = await ask()
    await answer(popup.mainFrame(), 'agree')
    expect(await ended).toMatchObject({ ok: true })
    expect(await statusOf(stack, quote)).toBe('COMPLETED')
    await expect.poll(() => popup.isClosed()).toBe(true)

    const opening = context.waitForEvent('page')
    const creating = shop.wallet.createPasskey('Laptop')
    const second = await opening
    await addAuthenticator(second)
    await answer(second.mainFrame(), 'agree')
    expect(await creating).toMatchObject({ type: 'PASSKEY', nickname: 'Laptop' })
    expect((await shop.wallet.listCredentials()).map(({ type }) => type)).toContain('PASSKEY')
  })
})

test('a window that is refused, closed, led elsewhere or left behind by its page settles the call, and pays nothing', {
  tag: '@long',
}, async ({ context }) => {
  await inScene(context, async ({ shop, stack, ask }) => {
    const ends: readonly [string, (popup: Page) => Promise<unknown>][] = [
      ['refused', (popup) => answer(popup.mainFrame(), 'refuse')],
      [
        'closed',
        async (popup) => {
          await answerable(popup.mainFrame())
          await popup.close()
        },
      ],
      [
        'led to another page by its opener',
        async (popup) => {
          await answerable(popup.mainFrame())
          await popup.goto(`${stack.origin}/strict`)
        },
      ],
    ]
    for (const [, end] of ends) {
      const { popup, ended, quote } = await ask()
      await end(popup)
      expect(await ended).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REFUSED' } })
      expect(await statusOf(stack, quote)).toBe('PENDING')
      await expect.poll(() => popup.isClosed()).toBe(true)
    }
    const { popup, quote } = await ask()
    await answerable(popup.mainFrame())
    await shop.page.goto('about:blank')
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await statusOf(stack, quote)).toBe('PENDING')
  })
})

test('a click on what has just appeared, or just moved, does not pay, and the person is told', async ({
  context,
}) => {
  await inScene(context, async ({ stack, ask }) => {
    const { popup, ended, quote } = await ask()
    // The second click of a double click on the page that opened the window.
    await agreeButton(popup.mainFrame()).waitFor()
    const box = await agreeButton(popup.mainFrame()).boundingBox()
    const at = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
    const said = popup.locator('wallet-confirm').getByRole('status')
    expect(await said.textContent()).toBe('')
    await popup.mouse.click(...at)
    await expect(said).toHaveText(/^Nothing happened\. .* try again\.$/)
    expect(await agreeButton(popup.mainFrame()).boundingBox()).toEqual(box)
    expect(await statusOf(stack, quote)).toBe('PENDING')

    await answerable(popup.mainFrame())
    // Something above the question grows, and the button comes to where the pointer was.
    await popup.evaluate(() => {
      document.body.style.paddingTop = '40px'
    })
    await popup.mouse.click(at[0], at[1] + 40)
    expect(await statusOf(stack, quote)).toBe('PENDING')

    await answerable(popup.mainFrame())
    const { width, height } = popup.viewportSize() ?? { width: 480, height: 640 }
    await popup.setViewportSize({ width: width + 40, height })
    const moved = await agreeButton(popup.mainFrame()).boundingBox()
    await popup.mouse.click((moved?.x ?? 0) + (moved?.width ?? 0) / 2, (moved?.y ?? 0) + 10)
    expect(await statusOf(stack, quote)).toBe('PENDING')

    await answer(popup.mainFrame(), 'agree')
    expect(await ended).toMatchObject({ ok: true })
    expect(await statusOf(stack, quote)).toBe('COMPLETED')
  })
})

for (const [means, options, press] of [
  ['a tap of a finger', { hasTouch: true }, ({ inside }) => agreeButton(inside()).tap()],
  [
    'the keyboard alone',
    {},
    async ({ page }) => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    },
  ],
] as const satisfies readonly (readonly [string, object, (shop: FramedShop) => Promise<void>])[]) {
  test(`${means} pays in the frame`, async ({ browser }) => {
    const context = await browser.newContext(options)
    const stack = await serveAttacked('library', 'sealed', 'framed')
    try {
      const shop = await openFramedShop(context, stack)
      await shop.signIn()
      const paying = shop.page.evaluate(async () => {
        const quote = await (await fetch('/help/quote')).json()
        return harness.call((wallet) => wallet.executeQuote(quote))
      })
      await answerable(shop.inside())
      await press(shop)
      expect(await paying).toMatchObject({ ok: true })
    } finally {
      await context.close()
      await stack.close()
    }
  })
}

test('a question that is taller than its window is answered after scrolling, and not through a slit', async ({
  context,
}) => {
  await inScene(context, async ({ stack, ask }) => {
    const { popup, ended, quote } = await ask()
    await popup.setViewportSize({ width: 480, height: 240 })
    await answer(popup.mainFrame(), 'agree')
    expect(await statusOf(stack, quote)).toBe('PENDING')
    await popup.setViewportSize({ width: 480, height: 400 })
    await answer(popup.mainFrame(), 'agree')
    expect(await ended).toMatchObject({ ok: true })
    expect(await statusOf(stack, quote)).toBe('COMPLETED')
  })
})

test('a question that is taller than the frame on a small phone is answered after scrolling', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 440 } })
  const stack = await serveAttacked('library', 'sealed', 'framed')
  try {
    const shop = await openFramedShop(context, stack)
    await shop.signIn()
    const paying = shop.page.evaluate(async () => {
      const quote = await (await fetch('/help/quote')).json()
      return harness.call((wallet) => wallet.executeQuote(quote))
    })
    const view = shop.inside()
    const top = (): Promise<number> => view.evaluate(() => scrollY)
    await agreeButton(view).waitFor()
    await shop.page.mouse.move(180, 220)
    await shop.page.mouse.wheel(0, 600)
    await expect.poll(top).toBeGreaterThan(0)
    const scrolled = await top()
    // The countdown changes every second.
    await shop.page.waitForTimeout(1500)
    expect(await top()).toBe(scrolled)
    // The driver scrolls, and a click that follows at once does not count: a person clicks again.
    const stop = agreeToAll(shop.page)
    expect(await paying).toMatchObject({ ok: true })
    stop()
  } finally {
    await context.close()
    await stack.close()
  }
})
