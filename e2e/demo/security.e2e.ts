import { expect, test } from './demo-fixtures.js'

test.beforeEach(async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Security')
})

test('privacy can be turned on and off, and the home page says which', async ({ heron }) => {
  await expect(heron.privateWallet).not.toBeChecked()
  for (const [says, checked] of [
    ['Activity is private', true],
    ['Activity is visible', false],
  ] as const) {
    await heron.privateWallet.click()
    await expect(heron.privateWallet).toBeChecked({ checked })
    await heron.goTo('Home')
    await expect(heron.wallet.getByText(says)).toBeVisible()
    await heron.goTo('Security')
  }
})

test('holding a button shows the recovery phrase, and hiding it leaves no word of it in the page', async ({
  heron,
}) => {
  await heron.press('Show the recovery phrase')
  await heron.holdForPhrase()
  await expect(heron.phrase).toHaveCount(12)
  const words = await heron.phrase.allInnerTexts()
  await heron.press('I have written them down')
  await expect(heron.notice('Well kept.')).toContainText('The words are gone from this page.')
  await expect(heron.phrase).toHaveCount(0)
  const left = await heron.page.locator('html').innerHTML()
  expect(left).not.toContain(words.join(' '))
  for (const word of words) expect(left).not.toContain(`>${word}<`)
})

test('releasing the button too early shows no recovery phrase, and clicking another one twice does', async ({
  heron,
}) => {
  await heron.press('Show the recovery phrase')
  // By timers of the page itself, which keep their order on a busy machine.
  await heron.button('Hold to show the recovery phrase').evaluate(async (button) => {
    const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
    button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
    await wait(600)
    button.dispatchEvent(new PointerEvent('pointerup', { button: 0, bubbles: true }))
    await wait(1_500)
  })
  await expect(heron.phrase).toHaveCount(0)
  await heron.press('I cannot hold a button')
  await expect(heron.phrase).toHaveCount(0)
  await heron.press('I am alone: show the words now')
  await expect(heron.phrase).toHaveCount(12)
})

test('leaving the page removes the recovery phrase', async ({ heron }) => {
  await heron.press('Show the recovery phrase')
  await heron.holdForPhrase()
  await heron.goTo('Home')
  await heron.goTo('Security')
  await heron.press('Show the recovery phrase')
  await expect(heron.button('Hold to show the recovery phrase')).toBeVisible()
  await expect(heron.phrase).toHaveCount(0)
})

test('a passkey is removed after a confirmation, and the last credential cannot be removed', async ({
  heron,
}) => {
  await heron.createPasskey()
  await heron.press(/^Remove Passkey,/)
  await heron.dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(heron.dialog).toHaveCount(0)
  await heron.remove(/^Remove Passkey,/)
  await expect(heron.notice('Passkey was removed.')).toBeVisible()
  await expect(heron.line(/^Code by e-mail/)).toContainText('it is the only one')
  await expect(heron.button(/^Remove/)).toHaveCount(0)
})

test('a session near its end is announced, and can be extended', async ({ heron }) => {
  await heron.workbench.moveClockOn(5)
  await heron.workbench.moveClockOn(5)
  for (let minute = 0; minute < 4; minute += 1) await heron.workbench.moveClockOn(1)
  const stay = heron.button('Stay signed in')
  await expect(stay).toBeVisible()
  await stay.click()
  await expect(stay).toBeHidden()
  await expect(heron.wallet.getByText(/^Signed in · 1[45]:\d\d left$/)).toBeVisible()
})
