/** A question in the frame by keys: Tab stays in it, Escape refuses it, and it says who asks and how long it holds. */
import { expect, test } from '@playwright/test'
import { serveAttacked } from '../red-team/stack.js'
import { agreeButton, answer, answerable, openFramedShop, type WalletView } from './framed-shop.js'

for (const prefer of [undefined, 'window'] as const) {
  test(`a question in the ${prefer ?? 'frame'} names the shop and when the offer ends, and Escape refuses it`, async ({
    context,
  }) => {
    const stack = await serveAttacked('library', 'sealed', 'framed')
    try {
      const shop = await openFramedShop(context, stack, prefer && { prefer })
      await shop.signIn()
      const opening = prefer && context.waitForEvent('page')
      const paying = shop.page.evaluate(async () => {
        const quote = await (await fetch('/help/quote')).json()
        return harness.call((wallet) => wallet.executeQuote(quote))
      })
      const popup = await opening
      const view: WalletView = popup?.mainFrame() ?? shop.inside()
      await answerable(view)
      const panel = view.locator('wallet-confirm')
      await expect(panel).toContainText(`This request comes from ${stack.origin}.`)
      await expect(panel.getByRole('timer')).toHaveText(/^\d:\d\d$/)
      await expect(panel.getByRole('heading')).toHaveAccessibleDescription(
        `This request comes from ${stack.origin}. You send 1.00 USDB`,
      )

      const keyboard = (popup ?? shop.page).keyboard
      if (!popup) {
        const buttons = [agreeButton(view), view.locator('wallet-confirm button.secondary')] as const
        for (const turn of [0, 1, 0, 1, 0]) {
          await keyboard.press('Tab')
          await expect(buttons[turn] ?? buttons[0]).toBeFocused()
        }
        for (const turn of [1, 0, 1]) {
          await keyboard.press('Shift+Tab')
          await expect(buttons[turn] ?? buttons[0]).toBeFocused()
        }
        expect(await shop.page.evaluate(() => document.activeElement?.localName)).toBe('iframe')
      }
      // The window closes as soon as the key is down.
      await keyboard.press('Escape').catch((error) => expect(popup?.isClosed(), String(error)).toBe(true))
      expect(await paying).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REFUSED' } })
      expect(await stack.service('GET', `/quotes/${stack.quotes().at(-1)}`)).toMatchObject({
        status: 'PENDING',
      })
      await expect.poll(() => context.pages().length).toBe(1)
      if (popup) return
      // The keys of the page are its own again, and the next question is answered.
      const again = shop.page.evaluate(() =>
        harness.call((wallet) => wallet.updatePrivacy({ privateEnabled: true })),
      )
      await answer(view, 'agree')
      expect(await again).toMatchObject({ ok: true })
    } finally {
      for (const page of context.pages()) await page.close()
      await stack.close()
    }
  })
}
