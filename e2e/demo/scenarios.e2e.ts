import { expect, test } from './demo-fixtures.js'
import { heronIn } from './heron-page.js'

test('a scenario says that it is armed, and what happened once it has: a lost answer, a lying backend', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const { workbench } = heron
  const account = demo.cast().customers.get('ada')?.accountId ?? ''
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  const before = demo.emulator.ledger.balance(account, 'USDB')

  await workbench.play('Lose the answer of my next payment')
  const lost = workbench.report('Lose the answer of my next payment')
  await expect(lost).toHaveText('Armed. Now send a payment.')
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await heron.confirmAndSend()
  await expect(lost).toHaveText(/^It happened at .*the service paid/)
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')

  await workbench.play('A lying backend')
  const lie = workbench.report('A lying backend')
  await expect(lie).toHaveText(/^Armed\./)
  await heron.goTo('Home')
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await expect(lie).toHaveText(/^The backend lied at/)
  await heron.confirmAndSend()
  await expect(lie).toHaveText(/executeQuote was rejected with PAYLOAD_REFUSED. Nothing was stamped.$/)
  await expect(heron.notice('We blocked an unexpected request.')).toBeVisible()
  await expect(heron.button(/^(Confirm and send|Get a new rate)/)).toHaveCount(0)
  expect(demo.emulator.ledger.balance(account, 'USDB')).toBe(before - 25_000_000n)

  await workbench.unfold('Faults')
  const happened = workbench.aside.getByRole('list', { name: 'Happened' }).getByRole('listitem')
  await expect(happened).toHaveText([/POST \/quotes\/.*\/execute.*answer lost$/])
})

test('scenarios by keyboard: a late script, a cut line, a second tab, an expired session', {
  tag: '@long',
}, async ({ heron, complaints: _ }) => {
  const { workbench, page } = heron
  const play = async (name: string): Promise<void> => {
    await workbench.aside.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const late = 'A late script that tries to export'
  await play(late)
  await expect(workbench.report(late)).toHaveText('Sign in first.')
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await expect(workbench.report(late)).toHaveText('A script that came after the sign-in looks for the key.')
  await play(late)
  await expect(workbench.report(late)).toHaveText(/^It found .*: none worked \(InvalidAccessError\)\.$/)

  await play('Go offline')
  await heron.goTo('Security')
  await expect(workbench.report('Go back online')).toHaveText(/was rejected with NETWORK/)
  await play('Go back online')
  await expect(workbench.report('Go offline')).toHaveText('Back online.')

  const opened = page.context().waitForEvent('page')
  await play('Open a second tab')
  const other = heronIn(await opened)
  await expect(workbench.report('Open a second tab')).toHaveText(/^It is there\./)

  await workbench.unfold('Key custody')
  await expect(workbench.record).toContainText('CryptoKey(private')
  await play('Expire the session')
  for (const tab of [heron, other]) await expect(tab.notice('You’ve been signed out.')).toBeVisible()
  await expect(workbench.report('Expire the session')).toHaveText(/^It happened: the session ended/)
  await expect(workbench.record).not.toContainText('CryptoKey(private', { timeout: 500 })
  // A screen reader announces it too.
  await expect(page.locator('.visually-hidden[role=status]')).toContainText('Expire the session')
})
