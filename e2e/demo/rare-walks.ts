/**
 * Walks to the states of the demo that are rarely seen, only for pictures. A state is here if it looks like no other; most
 * errors look like those of the ordinary walks.
 * @module
 */
import type { Page } from '@playwright/test'
import { agentsIn } from './agents-page.js'
import { type Heron, openHeron, wayIn } from './heron-page.js'
import { changed, cut, held } from './interrupted.js'
import { latestCode, signIn, type Walk, type Walker } from './walker.js'

/** Opens a window of another browser, and signs in there. */
async function elsewhere({ heron, emulator }: Walker): Promise<void> {
  const { page } = heron
  const context = await page.context().browser()?.newContext()
  const other = await openHeron((await context?.newPage()) ?? page, page.url())
  // The next code can be requested a minute after the last one.
  await emulator.clock.advance(61_000)
  await signIn({ heron: other, emulator, stop: async () => {} })
  await context?.close()
}

async function offer(heron: Heron, receiver = 'Grace Hopper'): Promise<void> {
  await heron.goTo('Home')
  await heron.goTo('Send')
  await heron.askForOffer('25', receiver)
  await heron.button(/^Confirm and send/).waitFor()
}

/** Makes everything in an answer expire long ago. */
const over = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/"expiresAt":"[^"]*"/g, '"expiresAt":"2020-01-01T00:00:00Z"'))

/** Whether this machine has a font for a text. Without one, each sign is the same empty box. */
const isWritten = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((signs) => {
    const context = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true })
    if (context === null) return true
    context.font = '24px sans-serif'
    const drawn = [...signs].map((sign) => {
      context.clearRect(0, 0, 40, 40)
      context.fillText(sign, 4, 30)
      return context.getImageData(0, 0, 40, 40).data.join()
    })
    return new Set(drawn).size > 1
  }, text)

/** All these walks, by name. */
export const rareWalks: Readonly<Record<string, Walk>> = {
  'the door': async ({ heron, stop }) => {
    const { page } = heron
    await held(page, '**/demo/me', async () => {
      await page.reload({ waitUntil: 'commit' })
      await heron.heading.filter({ hasText: 'Opening' }).waitFor()
      await stop('loading')
    })
    const quiet = await page.context().browser()?.newContext({ javaScriptEnabled: false })
    const still = await quiet?.newPage()
    await still?.setViewportSize(page.viewportSize() ?? { width: 1280, height: 900 })
    await still?.goto(page.url())
    await stop('no-script', still)
    await quiet?.close()
    await page.goto(new URL('identity-provider.html', page.url()).href)
    await page.getByText('Open this page from a wallet.').waitFor()
    await stop('identity-window-alone')
  },

  'a sign-in that waits': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    await cut(page, '**/wallet/auth/credentials*', async () => {
      await heron.logInAs('Ada Lovelace')
      await heron.button('Try again').waitFor()
      await stop('sign-in-unreachable')
    })
    await held(page, '**/wallet/auth/credentials*', async () => {
      await page.reload()
      await heron.wallet.locator('[aria-busy] .skeleton').first().waitFor()
      await stop('sign-in-loading')
    })
    await page.reload()
    await heron.askForCode()
    await emulator.clock.advance(5.5 * 60_000)
    await heron.workbench.tellTime()
    await heron.wallet.getByText('This code has expired.').waitFor()
    await stop('code-expired')
    await heron.press('Send a new code')
    await heron.notice('We’ve sent you a new code.').waitFor()
    await held(page, '**/verify', async () => {
      await heron.enterCode(latestCode(emulator))
      await heron.wallet.locator('[data-busy]').waitFor()
      await stop('code-checking')
    })
    await page.getByRole('button', { name: 'Switch to another customer' }).click()
    await heron.logInAs('Alan Turing')
    await heron.continueAs('Alan Turing', 'Connect Marsh ID')
    await heron.notice('Marsh ID is set up.').waitFor()
    const provider = await heron.openIdentityWindow(wayIn.identity)
    await heron.button('Cancel').waitFor()
    await stop('sign-in-window-open')
    await provider.close()
  },

  'sessions elsewhere': async (walker) => {
    const { heron, stop } = walker
    const { page } = heron
    await signIn(walker)
    await elsewhere(walker)
    await heron.goTo('Security')
    await heron.button('End all others').waitFor()
    await stop('security-sessions')
    await page.reload()
    await page.context().setOffline(true)
    await heron.goTo('Security')
    await heron.notice('We’ll show this when').first().waitFor()
    await stop('security-offline')
    await page.context().setOffline(false)
  },

  'an agent at its limits': async (walker) => {
    const { heron, emulator, stop } = walker
    const agents = agentsIn(heron)
    await signIn(walker)
    await agents.open()
    await heron.wallet.getByLabel('Ask me before every payment').check()
    await stop('agents-asks-always')
    await heron.wallet.getByLabel('Ask me before every payment').uncheck()
    await agents.connect()
    await stop('agents-connected')
    await agents.giveBill('30')
    await agents.request('30.00').waitFor()
    await heron.goTo('Home')
    await agents.link.filter({ hasText: '1' }).waitFor()
    await stop('home-badge')
    await emulator.clock.advance(6 * 60_000)
    await heron.workbench.tellTime()
    await agents.open()
    await agents.request('rate has expired').waitFor()
    await stop('agents-request-expired')
  },

  'outcomes of a payment': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    await signIn(walker)
    for (const [status, name] of [
      ['PROCESSING', 'on-its-way'],
      ['FAILED', 'failed'],
    ] as const) {
      const ended = (body: unknown): unknown =>
        JSON.parse(JSON.stringify(body).replaceAll('"status":"COMPLETED"', `"status":"${status}"`))
      await changed(page, '**/wallet/quotes/*/execute', ended, async () => {
        await offer(heron)
        await heron.confirmAndSend()
        await heron.button('Done').waitFor()
        await stop(`receipt-${name}`)
      })
    }
    await heron.press('Done')
    await heron.wallet.getByRole('button', { name: /^From Grace Hopper/ }).click()
    await heron.dialog.waitFor()
    await stop('detail-received')
    await heron.answer('Close')
    const statuses = ['PROCESSING', 'FAILED', 'REFUNDED']
    const spoilt = (body: unknown): unknown =>
      Array.isArray(body) ? body.map((each, index) => ({ ...each, status: statuses[index] })) : body
    await changed(page, '**/demo/activity', spoilt, async () => {
      await page.reload()
      await heron.line('Refunded').waitFor()
      await stop('home-statuses')
    })
    emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
    await offer(heron)
    await heron.confirmAndSend()
    await heron.notice('It hasn’t gone through yet.').waitFor()
    await heron.press('Sign out')
    await heron.sentPayment('Sign in to finish it').waitFor()
    await stop('sign-in-payment-in-doubt')
  },

  'elements in other languages': async ({ heron, emulator, stop }) => {
    const { page } = heron
    const speak = (language: string) => page.getByLabel('Language').selectOption(language)
    await page.goto(new URL('elements.html', page.url()).href)
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    const form = page.locator('wallet-sign-in')
    const email = form.getByRole('button', { name: 'Email me a code' })
    await email.waitFor()
    for (const [language, name] of [
      ['العربية', 'arabic'],
      ['日本語', 'japanese'],
    ] as const) {
      await speak(language)
      if (await isWritten(page, language)) await stop(`elements-${name}`)
    }
    await speak('English')
    await page.getByLabel('Look').selectOption('As it comes')
    await stop('elements-plain')
    await page.getByLabel('Look').selectOption('Heron')
    await email.click()
    await page.locator('.otp').first().waitFor()
    await form.getByLabel('Code from the email').fill('111111')
    await form.getByText('That code is wrong').waitFor()
    await stop('elements-code-refused')
    await form.getByLabel('Code from the email').fill(latestCode(emulator))
    await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
    const sheet = page.locator('wallet-confirm')
    await sheet.getByRole('button', { name: /^Send/ }).waitFor()
    await speak('Deutsch')
    await stop('elements-offer-german')
    await speak('English')
    await page.reload()
    await changed(page, '**/demo/quotes', over, async () => {
      await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
      await sheet.getByRole('button', { name: 'Get a new offer' }).waitFor()
      await stop('elements-offer-expired')
    })
  },

  'scenarios of the workbench': async (walker) => {
    const { heron, stop } = walker
    const { workbench } = heron
    const lie = 'A lying backend'
    await workbench.unfoldAll()
    await workbench.play(lie)
    await stop('workbench-armed')
    await workbench.fold()
    await signIn(walker)
    await offer(heron)
    await heron.confirmAndSend()
    await heron.notice('We blocked an unexpected request.').waitFor()
    await stop('workbench-folded')
    await workbench.unfoldAll()
    await workbench.play('Go offline')
    await stop('workbench-offline')
    await workbench.play('Go back online')
    await workbench.aside.getByRole('button', { name: 'Start the demo over' }).click()
    await heron.dialog.waitFor()
    await stop('start-over')
  },
}
