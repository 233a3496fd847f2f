import { expect, test } from './demo-fixtures.js'
import { wayIn } from './heron-page.js'

test('a mailed code from the workbench’s inbox signs in', async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.askForCode()
  await heron.takeCodeFromInbox()
  await heron.press('Sign in')
  await expect(heron.heading).toHaveText('Ada’s wallet')
  await expect(heron.balance).toHaveText('1,472.50 USDB')
})
