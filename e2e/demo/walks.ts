/**
 * Walks through every page and state of the demo. The walker decides what to do at each stop: check the accessibility,
 * or take a picture.
 * @module
 */
import { agentWalks } from './agent-walks.js'
import { clickAndClose, wayIn } from './heron-page.js'
import { latestCode, signIn, type Walk } from './walker.js'

/** All walks, by name. */
export const walks: Readonly<Record<string, Walk>> = {
  'a code': async ({ heron, emulator, stop }) => {
    await stop('people')
    await heron.logInAs('Ada Lovelace')
    await heron.button(wayIn.code).waitFor()
    await stop('sign-in')
    await heron.askForCode()
    await stop('code')
    await heron.enterCode('WRONG1')
    await heron.notice('That code is wrong').waitFor()
    await stop('code-refused')
    emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter: 30 })
    await heron.press('Send a new code')
    await heron.notice('You’ve asked for too many codes.').waitFor()
    await stop('code-too-often')
    await heron.enterCode(latestCode(emulator))
    await heron.balance.waitFor()
    await heron.press('Sign out')
    await heron.notice('You’re signed out.').waitFor()
    await heron.button(wayIn.code).waitFor()
    await stop('signed-out')
  },

  'a new wallet': async ({ heron, stop }) => {
    await heron.logInAs('Alan Turing')
    await heron.button('Create a passkey').waitFor()
    await stop('first-credential')
    const provider = await heron.openIdentityWindow('Connect Marsh ID')
    await provider.getByRole('button', { name: 'Continue as Mary Jackson' }).waitFor()
    await stop('identity-window', provider)
    await clickAndClose(provider, 'Cancel')
    await heron.notice('You closed the Marsh ID window.').waitFor()
    await stop('identity-window-closed')
    await heron.continueAs('Alan Turing', 'Connect Marsh ID')
    await heron.notice('Marsh ID is set up.').waitFor()
    await stop('first-credential-made')
  },

  'a payment that waits': async (walker) => {
    const { heron, emulator, stop } = walker
    const code = (): string => latestCode(emulator, '+491713920004')
    await signIn(walker, 'Emmy Noether', 'emmy@example.com')
    await heron.goTo('Send')
    await heron.askForOffer('25', 'Grace Hopper')
    await heron.confirmAndSend()
    await heron.codeField.waitFor()
    await stop('payment-code')
    await heron.codeField.fill(code() === '111111' ? '222222' : '111111')
    await heron.notice('That code is wrong').waitFor()
    await stop('payment-code-wrong')
    await heron.page.reload()
    await heron.sentPayment('waits for you').waitFor()
    await stop('payment-waits')
    await heron.page.getByRole('button', { name: 'Confirm this payment' }).click()
    await heron.dialog.getByLabel('6-digit code').waitFor()
    await stop('payment-code-dialog')
    await heron.dialog.getByLabel('6-digit code').fill(code())
    await heron.dialog.getByText('There is another step').waitFor()
    await stop('payment-code-next')
    await heron.dialog.getByLabel('6-digit code').fill(code())
    await heron.sentPayment('went through').waitFor()
    await stop('payment-released')
  },

  'a payment': async (walker) => {
    const { heron, emulator, stop } = walker
    await signIn(walker)
    await heron.line('Grace Hopper').waitFor()
    await stop('home')
    await heron.goTo('Send')
    await heron.button('Continue').waitFor()
    await stop('send')
    await heron.askForOffer('a lot', 'Grace Hopper')
    await stop('send-refused')
    emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
    await heron.askForOffer('25', 'Grace Hopper')
    await heron.button(/^Confirm and send/).waitFor()
    await stop('offer')
    await heron.confirmAndSend()
    await heron.notice('It hasn’t gone through yet.').waitFor()
    await stop('payment-in-doubt')
    await heron.press('Send to someone else')
    await heron.sentPayment('isn’t finished').waitFor()
    await heron.notice('Your last payment isn’t settled yet.').waitFor()
    await stop('send-in-doubt')
    await heron.page.getByRole('button', { name: 'Finish this payment' }).click()
    await heron.sentPayment('went through').waitFor()
    await stop('send-doubt-settled')
    await heron.askForOffer('25', 'Linus Pauling')
    await heron.confirmAndSend()
    await heron.button('Done').waitFor()
    await stop('receipt')
    await heron.press('Done')
    await heron.line('To Grace Hopper').waitFor()
    await stop('home-after-payment')
  },

  'time and connection': async (walker) => {
    const { heron, emulator, stop } = walker
    await signIn(walker)
    await heron.goTo('Send')
    await heron.askForOffer('25', 'Luis Miramontes')
    await heron.button(/^Confirm and send/).waitFor()
    await emulator.clock.advance(6 * 60_000)
    await heron.workbench.tellTime()
    await heron.notice('This rate has expired.').waitFor()
    await stop('offer-expired')
    await heron.goTo('Home')
    await heron.line('Grace Hopper').waitFor()
    await heron.page.context().setOffline(true)
    await heron.page.getByText('You’re offline.').waitFor()
    await stop('offline')
    await heron.page.context().setOffline(false)
    await emulator.clock.advance(8.5 * 60_000)
    await heron.workbench.tellTime()
    await heron.button('Stay signed in').waitFor()
    await stop('session-ends-soon')
    await emulator.clock.advance(60_000)
    // A call tells the wallet the new time, and the focus event makes the wallet check it. So the walk does not wait 15
    // minutes.
    const told = heron.page.waitForResponse(/\/auth\/credentials/)
    await heron.goTo('Security')
    await told
    await heron.page.evaluate(() => dispatchEvent(new Event('focus')))
    await heron.notice('You’ve been signed out.').waitFor()
    await heron.button(wayIn.code).waitFor()
    await stop('session-ended')
  },

  'ways to sign in': async (walker) => {
    const { heron, emulator, stop } = walker
    await signIn(walker)
    await heron.goTo('Security')
    await heron.button(/^End the session/).waitFor()
    await stop('security')
    await heron.unfoldMoreWays()
    await stop('security-adding')
    await heron.press('Create a passkey')
    await heron.notice('Passkey was added.').waitFor()
    await heron.button(/^Remove Passkey/).click()
    await heron.dialog.waitFor()
    await stop('security-question')
    await heron.dialog.getByRole('button', { name: 'Keep it' }).click()
    await heron.unfoldMoreWays()
    await heron.press('Connect Marsh ID')
    await heron.dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await stop('security-prove-again')
    await heron.answer(wayIn.code)
    await heron.dialog.getByLabel('6-digit code').waitFor()
    await stop('security-prove-by-code')
    await heron.answer('Not now')
    await heron.notice('We couldn’t confirm it’s you.').waitFor()
    await stop('security-not-proven')
    await heron.press('Connect Marsh ID')
    const opened = heron.page.waitForEvent('popup')
    await heron.confirmByPasskey()
    await clickAndClose(await opened, 'Continue as Ada Lovelace')
    await heron.dialog.getByRole('button', { name: 'Add', exact: true }).waitFor()
    await stop('security-whose-identity')
    await heron.answer('Add')
    await heron.notice('Marsh ID was added.').waitFor()
    await stop('security-three-ways')
    // Twice: the wallet may just be ending the session that the passkey has replaced.
    emulator.faults.next('DELETE /auth/sessions/{id}', { status: 503 })
    emulator.faults.next('DELETE /auth/sessions/{id}', { status: 503 })
    await heron.press('Sign out')
    await heron.notice('You’re signed out here, but').waitFor()
    await heron.button(wayIn.passkey).waitFor()
    await stop('sign-in-three-ways')
  },

  'the phrase': async (walker) => {
    const { heron, stop } = walker
    await signIn(walker)
    await heron.goTo('Security')
    await heron.privateWallet.click()
    await heron.wallet.getByRole('switch', { checked: true }).waitFor()
    await stop('security-private')
    await heron.press('Show recovery phrase')
    await stop('recovery')
    await heron.press('I can’t hold a button')
    await stop('recovery-sure')
    await heron.press('Nobody is watching: show the words')
    await heron.phrase.first().waitFor()
    await stop('recovery-words')
    await heron.press('I’ve written them down')
    await heron.notice('Keep your recovery phrase safe.').waitFor()
    await stop('recovery-over')
  },

  ...agentWalks,

  'the elements': async ({ heron, emulator, stop }) => {
    const { page } = heron
    await page.goto(new URL('elements.html', page.url()).href)
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor()
    await stop('elements-people')
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    const form = page.locator('wallet-sign-in')
    await form.getByRole('button', { name: 'Email me a code' }).click()
    await form.getByLabel('Code from the email').waitFor()
    await page.locator('.otp').first().waitFor()
    await stop('elements-code')
    await form.getByLabel('Code from the email').fill(latestCode(emulator))
    const sheet = page.locator('wallet-confirm')
    await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
    await sheet.getByRole('heading').waitFor()
    await stop('elements-offer')
    await page.getByLabel('Look').selectOption('Ink')
    await stop('elements-ink')
    await page.getByLabel('Look').selectOption('Heron')
    await sheet.getByRole('button', { name: /^Send/ }).click()
    await sheet.getByText('Payment sent').waitFor()
    await stop('elements-paid')
  },

  'a wallet in a frame': async ({ heron, emulator, stop }) => {
    const { page } = heron
    await page.goto(new URL('elements.html?wallet=framed', page.url()).href)
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    const form = page.locator('wallet-sign-in')
    await form.getByRole('button', { name: 'Email me a code' }).click()
    await form.getByLabel('Code from the email').waitFor()
    await page.locator('.otp').first().waitFor()
    await stop('framed-code')
    await form.getByLabel('Code from the email').fill(latestCode(emulator))
    await page.getByRole('button', { name: 'Take the key' }).click()
    await page.getByText('SecurityError').waitFor()
    await stop('framed-hostile-script')
    await page.getByRole('button', { name: 'Export the recovery phrase' }).click()
    const asked = page.frameLocator('iframe').locator('wallet-confirm')
    await asked.getByRole('heading').waitFor()
    await stop('framed-question')
  },

  'nothing there': async (walker) => {
    const { heron, stop } = walker
    await signIn(walker, 'Mary Jackson', 'mary@example.com')
    await heron.wallet.getByText('No activity yet').waitFor()
    await stop('home-empty')
    await heron.page.route('**/demo/me', (route) => route.abort())
    await heron.page.reload()
    await heron.heading.filter({ hasText: 'We can’t open Heron' }).waitFor()
    await stop('unreachable')
  },

  'the workbench': async (walker) => {
    const { heron, emulator, stop } = walker
    const { workbench } = heron
    await signIn(walker)
    emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
    await heron.goTo('Send')
    await heron.askForOffer('25', 'Grace Hopper')
    await heron.confirmAndSend()
    await heron.button('Done').waitFor()
    await workbench.unfoldAll()
    await workbench.tryToReadTheKey()
    await workbench.attempts.first().waitFor()
    await workbench.arm('Execute a payment', 'Lose the answer')
    await workbench.calls.filter({ hasText: '/execute' }).first().locator('summary').click()
    await workbench.play('A late script that tries to export')
    await workbench.report('A late script that tries to export').filter({ hasText: 'It found' }).waitFor()
    await stop('workbench')
  },
}
