/**
 * Walks to the states of the demo that are rarely seen, only for pictures: errors, waits, and what another tab does. Long
 * because it contains every such state but those of payments.
 * @module
 */
import type { Page } from '@playwright/test'
import { agentName, agentsIn } from './agents-page.js'
import { clickAndClose, openHeron, wayIn } from './heron-page.js'
import { changed, cut, held } from './interrupted.js'
import { rarePayments } from './rare-payments.js'
import { latestCode, signIn, type Walk, type Walker } from './walker.js'

/** Opens a window of another browser, and signs in there. */
async function elsewhere({ heron, emulator }: Walker): Promise<Page> {
  const { page } = heron
  const context = await page.context().browser()?.newContext()
  const other = await openHeron((await context?.newPage()) ?? page, page.url())
  // The next code can be requested a minute after the last one.
  await emulator.clock.advance(61_000)
  await signIn({ heron: other, emulator, stop: async () => {} })
  return other.page
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
    await cut(page, '**/demo/login', async () => {
      await heron.press('Log in as Ada Lovelace')
      await heron.wallet.locator('.notice').waitFor()
      await stop('people-failed')
    })
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

  'a window that goes wrong': async ({ heron, stop }) => {
    const { page } = heron
    await heron.logInAs('Alan Turing')
    await heron.button('Create a passkey').waitFor()
    await page.evaluate(() => {
      globalThis.open = () => null
    })
    await heron.press('Connect Marsh ID')
    await heron.notice('Your browser blocked').waitFor()
    await stop('pop-up-blocked')
    await page.reload()
    await heron.continueAs('Alan Turing', 'Connect Marsh ID')
    await heron.notice('Marsh ID is set up.').waitFor()
    const provider = await heron.openIdentityWindow(wayIn.identity)
    await heron.button('Cancel').waitFor()
    await stop('sign-in-window-open')
    await cut(provider, '**/demo/identity/token', async () => {
      await provider.getByRole('button', { name: 'Continue as Alan Turing' }).click()
      await provider.locator('.notice').waitFor()
      await stop('identity-window-failed', provider)
    })
    await clickAndClose(provider, 'Continue as Mary Jackson')
    await heron.notice('belongs to someone else').waitFor()
    await stop('sign-in-somebody-else')
    // A page that no longer hears the answer.
    await page.addInitScript(() => {
      addEventListener('message', (event) => event.stopImmediatePropagation(), { capture: true })
    })
    await page.reload()
    const late = await heron.openIdentityWindow(wayIn.identity)
    await late.getByRole('button', { name: 'Continue as Alan Turing' }).click()
    await late.getByText('All done.').waitFor()
    await stop('identity-window-done', late)
  },

  'a sign-in that goes wrong': async (walker) => {
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
    for (const _ of [1, 2, 3, 4, 5]) {
      await heron.enterCode('WRONG1')
      await heron.notice(/That code is wrong|no longer works/).waitFor()
    }
    await heron.notice('This code no longer works.').waitFor()
    await stop('code-spent')
    await heron.press('Send a new code')
    await heron.notice('We’ve sent you a new code.').waitFor()
    await stop('code-new')
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
      await page.reload()
      await heron.notice('Sign-in was interrupted.').waitFor()
      await stop('sign-in-interrupted')
    })
  },

  'a passkey that goes wrong': async (walker) => {
    const { heron, stop } = walker
    const { page } = heron
    await signIn(walker)
    await heron.goTo('Security')
    await heron.unfoldMoreWays()
    await heron.wallet.getByLabel('Passkey name').fill('<mine>')
    await heron.press('Create a passkey')
    await heron.wallet.getByText('Use only letters').waitFor()
    await stop('security-bad-name')
    await heron.wallet.getByLabel('Passkey name').fill('Ada on this device')
    await heron.press('Create a passkey')
    await heron.notice('Passkey was added.').waitFor()
    await heron.press('Sign out')
    await heron.button(wayIn.passkey).waitFor()
    await page.evaluate(() => {
      navigator.credentials.get = () => new Promise(() => {})
    })
    await heron.press(wayIn.passkey)
    await heron.wallet.getByText('Follow the steps your browser shows.').waitFor()
    await stop('sign-in-passkey-awaited')
    await heron.press('Cancel')
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await heron.press(wayIn.passkey)
    await heron.notice('Passkey not used.').waitFor()
    await stop('sign-in-passkey-not-used')
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    })
    await page.reload()
    await heron.notice('You can’t use your passkey here').waitFor()
    await stop('sign-in-no-passkeys')
  },

  'a private window': async (walker) => {
    const { heron, stop } = walker
    await heron.page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('', 'SecurityError')
      }
    })
    await heron.page.reload()
    await signIn(walker)
    await heron.notice('You’re in a private window.').waitFor()
    await stop('home-private-window')
  },

  'sessions elsewhere': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    await signIn(walker)
    const other = await elsewhere(walker)
    await heron.goTo('Security')
    await heron.button('End all others').waitFor()
    await stop('security-sessions')
    await heron.press('End all others')
    await heron.dialog.waitFor()
    await stop('security-end-others')
    await heron.answer('Not now')
    await heron.press(/^End the session.*this one$/)
    await heron.dialog.waitFor()
    await stop('security-end-this')
    await heron.answer('Keep it')
    await heron.press('Extend this session')
    await heron.notice('You have 15 more minutes.').waitFor()
    await stop('security-extended')
    emulator.faults.next('PATCH /internal-accounts/{id}', { status: 503 })
    await heron.privateWallet.click()
    await heron.notice(/unavailable|our side/).waitFor()
    await stop('security-privacy-failed')
    await heron.privateWallet.click()
    await heron.wallet.getByRole('switch', { checked: true }).waitFor()
    await heron.goTo('Home')
    await heron.wallet.getByText('Only you can see').waitFor()
    await stop('home-private')
    await cut(page, '**/wallet/auth/**', async () => {
      await page.reload()
      await heron.goTo('Security')
      await heron.button('Try again').first().waitFor()
      await stop('security-unreachable')
    })
    await held(page, '**/wallet/auth/**', async () => {
      await page.reload()
      await heron.goTo('Security')
      await heron.wallet.locator('[aria-busy] .skeleton').first().waitFor()
      await stop('security-loading')
    })
    await page.reload()
    await page.context().setOffline(true)
    await heron.goTo('Security')
    await heron.notice('We’ll show this when').first().waitFor()
    await stop('security-offline')
    await page.context().setOffline(false)
    const there = (await openHeron(other, other.url())) ?? heron
    await there.goTo('Security')
    await there.press('End all others')
    await there.answer('End all others')
    await there.notice(/sessions? ended/).waitFor()
    // At the first call, which any page may make, the wallet learns that its session has ended.
    await page.evaluate(() => {
      location.hash = '#home'
      setTimeout(() => {
        location.hash = '#security'
      }, 100)
    })
    await heron.notice('You were signed out from another device.').waitFor()
    await stop('sign-in-revoked')
    await other.context().close()
  },

  'a phrase that cannot be shown': async (walker) => {
    const { heron, emulator, stop } = walker
    await signIn(walker)
    await heron.goTo('Security')
    await heron.press('Show recovery phrase')
    emulator.faults.next('POST /internal-accounts/{id}/export', { status: 503 })
    await heron.press('I can’t hold a button')
    await heron.press('Nobody is watching: show the words')
    await heron.notice(/unavailable|our side/).waitFor()
    await stop('recovery-failed')
    await emulator.clock.advance(6 * 60_000)
    await heron.workbench.tellTime()
    await cut(heron.page, '**/wallet/auth/credentials*', async () => {
      await heron.goTo('Security')
      await heron.press('Show recovery phrase')
      await heron.press('I can’t hold a button')
      await heron.press('Nobody is watching: show the words')
      await heron.dialog.getByRole('button', { name: 'Try again' }).waitFor()
      await stop('prove-again-unreachable')
    })
  },

  'an agent at its limits': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    const agents = agentsIn(heron)
    await signIn(walker)
    await held(page, '**/demo/agents', async () => {
      await heron.goTo('Agents')
      await heron.wallet.locator('[aria-busy] .skeleton').first().waitFor()
      await stop('agents-loading')
    })
    await page.reload()
    await agents.pocket.waitFor()
    await heron.wallet.getByLabel('Ask me before every payment').check()
    await stop('agents-asks-always')
    await heron.wallet.getByLabel('Ask me before every payment').uncheck()
    await heron.press('Create connection code')
    await heron.notice('Connection code created').waitFor()
    await changed(page, '**/demo/agents', over, async () => {
      await page.reload()
      await heron.wallet.getByText('This code has expired.').waitFor()
      await stop('agents-code-expired')
    })
    await page.reload()
    await heron.press('Create new code')
    await heron.notice('New code created.').waitFor()
    await heron.press('Connect the example agent')
    await heron.notice('is connected.').waitFor()
    await stop('agents-connected')
    await agents.giveBill('5')
    await heron.notice('not enough money in the pocket').waitFor()
    await stop('agents-pocket-too-small')
    await agents.giveBill('50.01')
    await heron.notice('more than').waitFor()
    await stop('agents-over-limit')
    await heron.press('Try to pay from the wallet')
    await agents.giveBill('30')
    await agents.request('30.00').waitFor()
    await heron.wallet.getByLabel('Bill amount').fill('5')
    await heron.press('Try to pay from the wallet')
    await heron.notice('can’t touch your wallet').waitFor()
    await stop('agents-not-from-wallet')
    await heron.goTo('Home')
    await agents.link.filter({ hasText: '1' }).waitFor()
    await stop('home-badge')
    await agents.open()
    await agents.fillPocket('40')
    await cut(page, '**/demo/agents/*/actions/*/approve', async () => {
      await heron.press(/^Approve 30.00/)
      await heron.notice('Your answer may have arrived').waitFor()
      await stop('agents-approval-lost')
    })
    await emulator.clock.advance(6 * 60_000)
    await heron.workbench.tellTime()
    await agents.request('rate has expired').waitFor()
    await stop('agents-request-expired')
    await heron.press(`Remove ${agentName}`)
    await heron.dialog.waitFor()
    await stop('agents-remove')
    await heron.answer('Remove it')
    await heron.notice('was removed.').waitFor()
    await heron.wallet.getByText('No agents yet').waitFor()
    await stop('agents-removed')
  },

  'elements that go wrong': async ({ heron, emulator, stop }) => {
    const { page } = heron
    await page.goto(new URL('elements.html', page.url()).href)
    await cut(page, '**/demo/login', async () => {
      await page.getByRole('button', { name: 'Ada Lovelace' }).click()
      await page.locator('.notice').waitFor()
      await stop('elements-failed')
    })
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    const form = page.locator('wallet-sign-in')
    const sheet = page.locator('wallet-confirm')
    const email = form.getByRole('button', { name: 'Email me a code' })
    await email.waitFor()
    await stop('elements-sign-in')
    for (const [language, name] of [
      ['العربية', 'arabic'],
      ['Deutsch', 'german'],
      ['日本語', 'japanese'],
      ['English', ''],
    ] as const) {
      await page.getByLabel('Language').selectOption(language)
      if (name !== '' && (await isWritten(page, language))) await stop(`elements-${name}`)
    }
    await page.getByLabel('Look').selectOption('As it comes')
    await stop('elements-plain')
    await page.getByLabel('Look').selectOption('Heron')
    await email.click()
    await page.locator('.otp').first().waitFor()
    await form.getByLabel('Code from the email').fill('111111')
    await form.getByText('That code is wrong').waitFor()
    await stop('elements-code-refused')
    await form.getByLabel('Code from the email').fill(latestCode(emulator))
    const pay = page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' })
    await pay.waitFor()
    await stop('elements-signed-in')
    await pay.click()
    await sheet.getByRole('button', { name: /^Send/ }).waitFor()
    await page.getByLabel('Language').selectOption('العربية')
    await stop('elements-offer-arabic')
    await page.getByLabel('Language').selectOption('Deutsch')
    await stop('elements-offer-german')
    await page.getByLabel('Language').selectOption('English')
    await cut(page, '**/wallet/quotes/**', async () => {
      await sheet.getByRole('button', { name: /^Send/ }).click()
      await sheet.getByRole('button', { name: 'Try again' }).waitFor()
      await stop('elements-in-doubt')
    })
    await page.reload()
    await changed(page, '**/demo/quotes', over, async () => {
      await pay.click()
      await sheet.getByRole('button', { name: 'Get a new offer' }).waitFor()
      await stop('elements-offer-expired')
    })
  },

  ...rarePayments,
}
