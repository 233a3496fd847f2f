import { expect, test } from './demo-fixtures.js'
import { type Heron, wayIn } from './heron-page.js'
import { keysOf } from './keys-only.js'

test('signing in, paying and removing a credential need no mouse', { tag: '@long' }, async ({ heron }) => {
  test.setTimeout(60_000)
  const { page, wallet, workbench, button } = heron
  const keys = keysOf(page)
  const place = (name: string) => wallet.getByRole('link', { name })

  await keys.enter(button('Log in as Ada Lovelace'))
  await expect(heron.heading).toBeFocused()
  await keys.space(button(wayIn.code))
  await expect(heron.codeField).toBeFocused()
  await keys.enter(workbench.newestCode)
  await expect(heron.codeField).toBeFocused()
  await keys.press('Enter')
  await expect(heron.heading).toHaveText('Ada’s wallet')
  await expect(heron.heading).toBeFocused()

  await keys.enter(place('Send'))
  await keys.tabTo(wallet.getByRole('radio', { name: 'Grace Hopper' }))
  await keys.press('ArrowDown')
  await expect(wallet.getByRole('radio', { name: 'Linus Pauling' })).toBeChecked()
  await keys.tabTo(wallet.getByLabel('You send'))
  await keys.type('12.5')
  await keys.press('Enter')
  await expect(heron.heading).toHaveText(/^Linus Pauling gets/)
  await expect(heron.heading).toBeFocused()
  await keys.space(button(/^Confirm and send/))
  await expect(heron.heading).toHaveText('Sent to Linus Pauling')
  await expect(heron.heading).toBeFocused()
  await keys.enter(button('Done'))
  await expect(heron.balance).toHaveText('1,460.00 USDB')

  await keys.enter(place('Security'))
  await keys.enter(wallet.locator('summary', { hasText: 'Add a sign-in method' }))
  await keys.space(button('Create a passkey'))
  await expect(heron.notice('Passkey was added.')).toBeVisible()
  await keys.enter(button(/^Remove Passkey,/))
  await expect(heron.dialog).toBeVisible()
  await keys.press('Escape')
  await expect(heron.dialog).toHaveCount(0)
  await expect(button(/^Remove Passkey,/)).toBeFocused()
  await keys.press('Enter')
  await keys.space(heron.dialog.getByRole('button', { name: 'Remove it' }))
  await confirmByCode(heron)
  await expect(heron.notice('Passkey was removed.')).toBeVisible()
  // The button that was activated is gone.
  await expect(wallet.getByRole('status').filter({ hasText: 'Passkey was removed.' })).toBeFocused()

  await keys.enter(button('Sign out'))
  await expect(heron.heading).toHaveText('Hello, Ada')
})

/** Signs in in “Confirm it’s you”, with a code from the workbench's inbox. */
async function confirmByCode({ page, dialog, workbench }: Heron): Promise<void> {
  const keys = keysOf(page)
  const field = dialog.getByLabel('6-digit code')
  await keys.enter(dialog.getByRole('button', { name: wayIn.code }))
  await expect(field).toBeFocused()
  await keys.enter(workbench.freshCode)
  await expect(field).toBeFocused()
  await keys.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('Space and Enter, held down, show the recovery phrase', { tag: '@long' }, async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goToRecoveryPhrase()
  const keys = keysOf(heron.page)
  for (const key of ['Space', 'Enter']) {
    await keys.tabTo(heron.button('Hold to show recovery phrase'))
    await heron.page.keyboard.down(key)
    if (key === 'Enter') {
      // The first time has used up the proof of the sign-in. The key is still down when the dialog appears, and must
      // not activate anything.
      await expect(heron.dialog.getByRole('heading')).toBeFocused()
      await heron.page.keyboard.down(key)
      await heron.page.keyboard.up(key)
      await confirmByCode(heron)
    }
    await expect(heron.phrase).toHaveCount(12)
    if (key === 'Space') await heron.page.keyboard.up(key)
    await keys.enter(heron.button('I’ve written them down'))
    await expect(heron.phrase).toHaveCount(0)
    await keys.enter(heron.button('Done'))
    await keys.enter(heron.button('Show recovery phrase'))
  }
})
