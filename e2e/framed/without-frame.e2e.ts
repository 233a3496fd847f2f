/** Where a frame cannot ask: on plain HTTP, where passkeys are forbidden in it, and before it has loaded. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type AttackedStack, serveAttacked } from '../red-team/stack.js'
import { answer, type FramedShop, openFramedShop } from './framed-shop.js'

interface Scene {
  readonly stack: AttackedStack
  readonly shop: FramedShop
  /** Makes a call, and waits for the window that it opens. */
  readonly inWindow: <T>(call: () => Promise<T>) => Promise<{ popup: Page; ended: Promise<T> }>
  /** Has the page ask for a payment. */
  readonly pay: () => Promise<unknown>
}

type Given = Parameters<typeof serveAttacked>

async function inScene(
  context: BrowserContext,
  [place, pages]: readonly [Given[2], Given[3]?],
  options: Parameters<typeof openFramedShop>[2],
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const stack = await serveAttacked('library', 'sealed', place, pages)
  try {
    const shop = await openFramedShop(context, stack, options)
    const inWindow: Scene['inWindow'] = async (call) => {
      const opening = context.waitForEvent('page')
      const ended = call()
      ended.catch(() => {})
      return { popup: await opening, ended }
    }
    const pay = (): Promise<unknown> =>
      shop.page.evaluate(async () => {
        const quote = await (await fetch('/help/quote')).json()
        return harness.call((wallet) => wallet.executeQuote(quote))
      })
    await work({ stack, shop, inWindow, pay })
    await expect.poll(() => context.pages().length).toBe(1)
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
}

const statusOf = async (stack: AttackedStack, id = stack.quotes().at(-1)): Promise<string> =>
  (await stack.service<{ readonly status: string }>('GET', `/quotes/${id}`)).status

test('a shop on plain HTTP has no frame: it signs in with a code, pays, lists and signs out in windows', async ({
  context,
}) => {
  await inScene(context, ['plain HTTP'], {}, async ({ stack, shop, inWindow, pay }) => {
    expect(await shop.page.evaluate(() => isSecureContext)).toBe(false)
    expect(await shop.page.locator('iframe').count()).toBe(0)
    expect((await shop.wallet.state()).session).toEqual({ status: 'none', reason: 'unread' })

    const asking = await inWindow(() => shop.wallet.askForCode())
    await asking.ended
    expect((await shop.wallet.state()).flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    const code = stack.emulator.inbox.latest(stack.email)?.otp ?? ''
    await (await inWindow(() => shop.wallet.enterCode(code))).ended
    expect((await shop.wallet.state()).session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })

    const refused = await inWindow(pay)
    await answer(refused.popup.mainFrame(), 'refuse')
    expect(await refused.ended).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REFUSED' } })
    expect(await statusOf(stack)).toBe('PENDING')
    const paying = await inWindow(pay)
    await answer(paying.popup.mainFrame(), 'agree')
    expect(await paying.ended).toMatchObject({ ok: true })
    expect(await statusOf(stack)).toBe('COMPLETED')

    expect(await (await inWindow(() => shop.wallet.listSessions())).ended).toHaveLength(1)
    await (await inWindow(() => shop.wallet.signOut())).ended
    expect((await shop.wallet.state()).session.status).toBe('none')
  })
})

test('a shop that forbids passkeys in frames has its payments confirmed in a window', async ({ context }) => {
  const headers = { 'Permissions-Policy': 'publickey-credentials-get=(), publickey-credentials-create=()' }
  await inScene(context, ['framed', { headers }], {}, async ({ stack, shop, inWindow, pay }) => {
    await shop.signIn()
    const { popup, ended } = await inWindow(pay)
    await answer(popup.mainFrame(), 'agree')
    expect(await ended).toMatchObject({ ok: true })
    expect(await statusOf(stack)).toBe('COMPLETED')
  })
})

test('a shop that prefers windows opens one in the click while its frame still loads', async ({
  context,
}) => {
  let load = (): void => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await inScene(context, ['framed'], { prefer: 'window' }, async ({ stack, shop, inWindow, pay }) => {
    await shop.signIn()
    await context.route('**/framed-wallet', async (route) => {
      if (route.request().headers()['sec-fetch-dest'] === 'iframe') await held
      await route.continue()
    })
    await shop.page.reload({ waitUntil: 'commit' })
    await shop.page.waitForFunction(() => 'harness' in globalThis)
    const { popup, ended } = await inWindow(pay)
    await answer(popup.mainFrame(), 'agree')
    expect(await ended).toMatchObject({ ok: true })
    expect(await statusOf(stack)).toBe('COMPLETED')
    load()
    await expect.poll(async () => (await shop.wallet.state()).session.status).toBe('active')
  })
})
