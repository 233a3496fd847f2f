/** Plays the click-jackings against the question in the frame. None of them may pay. @module */
import { type BrowserContext, expect, test } from '@playwright/test'
import { type AttackedStack, serveAttacked } from '../red-team/stack.js'
import { armJack, type Jacking, jackings, type Point } from './click-jackings.js'
import { agreeButton, answerable, type FramedShop, openFramedShop } from './framed-shop.js'

/** Resolves with the state of the attacker's quote. */
const statusOf = async (stack: AttackedStack, id: string): Promise<string> =>
  (await stack.service<{ readonly status: string }>('GET', `/quotes/${id}`)).status

/** Has the page ask for a payment to the attacker. Resolves when the person may answer, with the quote's id. */
async function askToPay(shop: FramedShop, stack: AttackedStack): Promise<string> {
  await shop.page.evaluate(async () => {
    const quote = await (await fetch('/help/quote')).json()
    Object.assign(globalThis, { paying: harness.call((wallet) => wallet.executeQuote(quote)) })
  })
  await answerable(shop.inside())
  return stack.quotes().at(-1) ?? ''
}

const middleOf = (box: { x: number; y: number; width: number; height: number } | null): Point => ({
  x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
  y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
})

/** Plays an attack, and then lets the person click the same button without one. */
async function play(shop: FramedShop, stack: AttackedStack, attack: Jacking['play']): Promise<void> {
  const { page } = shop
  const quote = await askToPay(shop, stack)
  const button = middleOf(await agreeButton(shop.inside()).boundingBox())
  const click = async ({ x, y }: Point): Promise<void> => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForTimeout(50)
  }
  await page.evaluate(armJack, button)
  await attack({ page, button, click })
  await page.waitForTimeout(200)
  expect(await statusOf(stack, quote)).toBe('PENDING')
  await page.evaluate(() => jack.undo())
  // A frame that has lost the focus gets it back with a click, which does not count.
  await click({ x: button.x, y: button.y + 150 })
  await page.waitForTimeout(800)
  await click(button)
  await expect.poll(() => statusOf(stack, quote)).toBe('COMPLETED')
  await page.evaluate(() => (globalThis as unknown as { paying: Promise<unknown> }).paying)
}

test('a page that deceives the person about the frame gets no payment', async ({ context }) => {
  await playAll(context, jackings.slice(0, 3))
})

test('a page that deceives the person about the frame in all known ways gets no payment', {
  tag: '@long',
}, async ({ context }) => {
  test.setTimeout(240_000)
  await playAll(context, jackings)
})

async function playAll(context: BrowserContext, chosen: readonly Jacking[]): Promise<void> {
  const stack = await serveAttacked('library', 'sealed', 'framed')
  try {
    const shop = await openFramedShop(context, stack)
    await shop.signIn()
    for (const jacking of chosen) await test.step(jacking.tries, () => play(shop, stack, jacking.play))
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
}
