import { agentsIn } from './agents-page.js'
import { expect, test } from './demo-fixtures.js'
import { type Heron, wayIn } from './heron-page.js'

test.use({ viewport: { width: 360, height: 740 } })

/** Resolves with the number of pixels by which the page is wider than the window. */
const overflow = ({ page }: Heron): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

for (const dir of ['ltr', 'rtl']) {
  test(`nothing in the demo is wider than a window of 360 pixels, with text direction ${dir}`, {
    tag: '@long',
  }, async ({ heron, demo }) => {
    const fits = async (): Promise<void> => {
      expect(await overflow(heron)).toBe(0)
    }
    await heron.page.evaluate((way) => {
      document.documentElement.dir = way
    }, dir)
    await fits()
    await heron.logInAs('Ada Lovelace')
    await heron.askForCode()
    await fits()
    await heron.enterCode(demo.emulator.inbox.latest('ada@example.com')?.otp ?? '')
    await heron.line('Grace Hopper').waitFor()
    await fits()
    await heron.goTo('Send')
    await heron.button('Continue').waitFor()
    await fits()
    await heron.askForOffer('1000', 'Luis Miramontes')
    await heron.button(/^Confirm and send/).waitFor()
    await fits()
    const agents = agentsIn(heron)
    await agents.open()
    await fits()
    await heron.wallet.getByLabel('Add money').fill('60')
    await heron.press('Move to pocket')
    await heron.dialog.waitFor()
    await fits()
    await heron.answer('Not now')
    await heron.press('Create connection code')
    await heron.button('Connect the example agent').waitFor()
    await fits()
    await heron.press('Connect the example agent')
    await agents.giveBill('50')
    await agents.request('50.00').waitFor()
    await heron.press(/^Reject/)
    await fits()
    await heron.goTo('Security')
    await heron.button(/^End the session/).waitFor()
    await heron.createPasskey()
    await fits()
    await heron.press('Show recovery phrase')
    await heron.press('I can’t hold a button')
    await heron.press('Nobody is watching: show the words')
    await heron.dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await fits()
    await heron.answer(wayIn.code)
    await heron.dialog.getByLabel('6-digit code').waitFor()
    await fits()
    await heron.answer('Try another way')
    await heron.confirmByPasskey()
    await heron.phrase.first().waitFor()
    await fits()
    await heron.workbench.unfoldAll()
    await fits()
  })
}

test('on a phone, the code’s screen shows the mail; the workbench folds away once the code was taken, and the field has the focus', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.askForCode()
  await heron.press('Show the mail')
  await expect(heron.workbench.aside.getByRole('button', { name: /^Use the code/ }).first()).toBeInViewport()
  await heron.takeCodeFromInbox()
  await expect(heron.workbench.bar).toHaveAttribute('aria-expanded', 'false')
  await expect(heron.codeField).toBeFocused()
  await expect(heron.codeField).toHaveValue(/^\d{6}$/)
})

test('on a phone, the workbench does not cover the question that it asks before the demo starts over', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.workbench.unfoldAll()
  await heron.workbench.aside.getByRole('button', { name: 'Start the demo over' }).click()
  await heron.answer('Keep everything')
  await expect(heron.dialog).toBeHidden()
})

test('the workbench closes when the window has no more room for it, such as when the user zooms in', async ({
  heron,
}) => {
  await heron.page.setViewportSize({ width: 1440, height: 900 })
  await expect(heron.workbench.bar).toHaveAttribute('aria-expanded', 'true')
  // What a window of this size shows at 200 %.
  await heron.page.setViewportSize({ width: 720, height: 450 })
  await expect(heron.workbench.bar).toHaveAttribute('aria-expanded', 'false')
})
