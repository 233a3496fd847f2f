/** A wallet in a frame of another origin, where the browser cannot tell what is above a frame: a window asks. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { balanceOf, quoteFor } from '../support/quotes.js'
import { signInByCode } from '../support/sign-in.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

const agree = 'wallet-confirm >>> button.primary:not([hidden])'

/** Pays a quote in the next click on the page's button. */
const paysInClick = `
  const [quote] = arguments
  harness.clicked = () => {
    harness.call((wallet) => wallet.executeQuote(quote)).then((outcome) => {
      window.paid = outcome.ok ? outcome.value.status : outcome.error.code
    })
  }`

test.describe('a wallet in a frame', () => {
  test.use({ stackOptions: { place: 'framed' }, pageChoice: { door: 'framed' } })

  test('a wallet in a frame signs in with a code, keeps the session over a reload, and asks in a window', async ({
    driver,
    wallet,
    stack,
  }) => {
    await signInByCode(wallet, stack)
    await wallet.reload()
    expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
    const { quote, receiver } = await quoteFor(stack)
    await wallet.tab.execute(paysInClick, [quote])
    await wallet.tab.click?.('button')
    const paid = (): Promise<unknown> => wallet.tab.execute('return window.paid', [])
    // MiniBrowser opens no window for a page that is driven.
    if (engine.name === 'webkit') {
      await expect.poll(paid).toBe('WINDOW_BLOCKED')
      expect(await balanceOf(stack, receiver)).toBe(0)
      return
    }
    const opened = await driver.opened?.()
    const isShown = (): Promise<unknown> =>
      opened?.execute(
        'return !!document.querySelector("wallet-confirm")?.shadowRoot.querySelector(".primary:not([aria-disabled])")',
        [],
      ) ?? Promise.resolve(false)
    await expect.poll(isShown).toBe(true)
    // The driver moves the pointer into the window and clicks at once, which does not count. It gives the focus to
    // the window that it asks, so nothing is asked of the page in between.
    await opened?.click?.(agree)
    await sleep(700)
    expect(await isShown()).toBe(true)
    await opened?.click?.(agree)
    await expect.poll(paid).toBe('COMPLETED')
    expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
    await expect.poll(() => opened?.execute('return 1', []).catch(() => 'closed')).toBe('closed')
  })
})
