import { expect, test } from './demo-fixtures.js'
import { clickAndClose, openHeron, wayIn } from './heron-page.js'

test.beforeEach(async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Security')
})

test('privacy can be turned on and off, and the home page says which', { tag: '@long' }, async ({
  heron,
}) => {
  await expect(heron.privateWallet).not.toBeChecked()
  for (const [says, checked] of [
    ['Only you can see your activity', true],
    ['Others can see your activity', false],
  ] as const) {
    await heron.privateWallet.click()
    await expect(heron.privateWallet).toBeChecked({ checked })
    await heron.goTo('Home')
    await expect(heron.wallet.getByText(says)).toBeVisible()
    await heron.goTo('Security')
  }
})

test('holding a button shows the recovery phrase, and hiding it leaves no word of it in the page', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.press('Show recovery phrase')
  await heron.holdForPhrase()
  await expect(heron.phrase).toHaveCount(12)
  const words = await heron.phrase.allInnerTexts()
  await heron.press('I’ve written them down')
  await expect(heron.notice('Keep your recovery phrase safe.')).toContainText(
    'The words are no longer on this page.',
  )
  await expect(heron.phrase).toHaveCount(0)
  // It is not offered again.
  await expect(heron.wallet.getByRole('button', { name: /phrase|words/ })).toHaveCount(0)
  const left = await heron.page.locator('html').innerHTML()
  expect(left).not.toContain(words.join(' '))
  for (const word of words) expect(left).not.toContain(`>${word}<`)
})

test('releasing the button too early shows no recovery phrase, and clicking another one twice does', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.press('Show recovery phrase')
  // Uses timers of the page, which keep their order on a busy machine.
  await heron.button('Hold to show recovery phrase').evaluate(async (button) => {
    const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
    button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
    await wait(600)
    button.dispatchEvent(new PointerEvent('pointerup', { button: 0, bubbles: true }))
    await wait(1_500)
  })
  await expect(heron.phrase).toHaveCount(0)
  await heron.press('I can’t hold a button')
  await expect(heron.phrase).toHaveCount(0)
  await heron.press('Nobody is watching: show the words')
  await expect(heron.phrase).toHaveCount(12)
})

test('an old sign-in is renewed in one step with a code or a passkey, and what the person wanted goes on by itself', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.createPasskey()
  await heron.press('Show recovery phrase')
  await heron.button('Hold to show recovery phrase').hover()
  await heron.page.mouse.down()
  await expect(heron.dialog).toHaveAccessibleName('Confirm it’s you')
  await heron.page.mouse.up()
  await expect(heron.dialog).toHaveAccessibleDescription('Sign in again to show the recovery phrase.')
  await expect(heron.dialog.getByRole('heading')).toBeFocused()
  await expect(heron.dialog.getByRole('button')).toHaveText(['Use a passkey', wayIn.code, 'Not now'])
  await heron.page.keyboard.press('Escape')
  await expect(heron.notice('We couldn’t confirm it’s you.')).toContainText('Nothing was changed')
  await expect(heron.phrase).toHaveCount(0)

  await heron.press('I can’t hold a button')
  await heron.press('Nobody is watching: show the words')
  await heron.confirmByPasskey()
  await expect(heron.phrase).toHaveCount(12)
  await heron.press('I’ve written them down')
  await heron.press('Back to Security')
  // The sign-in is too old once the clock has moved on, and the page knows this before it opens a window.
  await heron.workbench.moveClockOn(5)
  await heron.unfoldMoreWays()
  await heron.press('Connect Marsh ID')
  const opened = heron.page.waitForEvent('popup')
  await heron.confirmByCode()
  await clickAndClose(await opened, 'Continue as Ada Lovelace')
  await heron.answer('Add')
  await expect(heron.notice('Marsh ID was added.')).toBeVisible()
  await expect(heron.dialog).toHaveCount(0)

  await heron.workbench.unfold('Audit log')
  const refused = heron.workbench.audited.filter({
    hasText: 'Refused by the backend: it needs a fresh sign-in',
  })
  await expect(refused.first()).toContainText('Export the recovery phrase')
  await expect(heron.workbench.audited.first()).toContainText('Ada Lovelace’s wallet')
})

test('leaving the page removes the recovery phrase', { tag: '@long' }, async ({ heron }) => {
  await heron.press('Show recovery phrase')
  await heron.holdForPhrase()
  await heron.goTo('Home')
  await heron.goTo('Security')
  await heron.press('Show recovery phrase')
  await expect(heron.button('Hold to show recovery phrase')).toBeVisible()
  await expect(heron.phrase).toHaveCount(0)
})

test('a passkey is removed after a confirmation, and the last credential cannot be removed', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.createPasskey()
  await heron.press(/^Remove Passkey,/)
  await heron.dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(heron.dialog).toHaveCount(0)
  await heron.remove(/^Remove Passkey,/)
  // Adding the credential has used up the proof of the sign-in. A credential cannot confirm its own removal.
  await expect(heron.dialog.getByRole('button')).toHaveText([wayIn.code, 'Not now'])
  await heron.confirmByCode()
  await expect(heron.notice('Passkey was removed.')).toBeVisible()
  await expect(heron.line(/^Email code/)).toContainText('only sign-in method')
  await expect(heron.button(/^Remove/)).toHaveCount(0)
})

test('a session near its end is announced, and can be extended', { tag: '@long' }, async ({ heron }) => {
  await heron.goTo('Home')
  await heron.workbench.moveClockOn(5)
  await heron.workbench.moveClockOn(5)
  for (let minute = 0; minute < 4; minute += 1) await heron.workbench.moveClockOn(1)
  const stay = heron.button('Stay signed in')
  await expect(stay).toBeVisible()
  await stay.click()
  await expect(stay).toBeHidden()
  await expect(heron.notice('You’ll be signed out soon.')).toHaveCount(0)
  await heron.goTo('Security')
  // The previous session is one of this browser's, which the list shows once.
  await expect(heron.line('This browser')).toHaveCount(1)
  await expect(heron.button(/^End the session started/)).toHaveCount(1)
})

test('the session in use is listed first, and all others are ended with one click', { tag: '@long' }, async ({
  heron,
  demo,
  browser,
}) => {
  const elsewhere = await browser.newContext()
  for (const _ of ['a phone', 'a tablet']) {
    const other = await openHeron(await elsewhere.newPage(), demo.url)
    await other.logInAs('Ada Lovelace')
    await other.askForCode()
    await other.enterCode(demo.emulator.inbox.latest('ada@example.com')?.otp ?? '')
    await other.balance.waitFor()
    await elsewhere.clearCookies()
    await other.page.evaluate(() =>
      indexedDB.databases().then((all) => all.map(({ name = '' }) => indexedDB.deleteDatabase(name))),
    )
    await other.page.close()
  }
  await heron.goTo('Home')
  await heron.goTo('Security')
  const sessions = heron.line(/Started/)
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText('This browser')
  await heron.press('End all others')
  await expect(heron.dialog).toHaveAccessibleName('End 2 other sessions?')
  await heron.answer('End all others')
  await expect(heron.notice('2 other sessions ended.')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await heron.goTo('Home')
  await expect(heron.balance).toHaveText('1,472.50 USDB')
  await elsewhere.close()
})
