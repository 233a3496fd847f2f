import { expect, test } from './demo-fixtures.js'

test('the drop-in elements of the demo sign in and pay, in the look and the language of the page', {
  tag: '@long',
}, async ({ page, demo, complaints: _ }) => {
  const account = demo.cast().customers.get('ada')?.accountId ?? ''
  const before = demo.emulator.ledger.balance(account, 'USDB')
  await page.goto(`${demo.url}/elements.html`)
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  const form = page.locator('wallet-sign-in')
  await form.getByRole('button', { name: 'Email me a code' }).click()
  await page.locator('.otp').first().waitFor()
  const otp = (await page.locator('.otp').first().textContent()) ?? ''
  await form.getByLabel('Code from the email').pressSequentially(otp)
  await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
  const sheet = page.locator('wallet-confirm')
  await expect(sheet).toContainText('Grace Hopper')
  await page.getByLabel('Language').selectOption('Deutsch')
  await expect(sheet.getByRole('heading')).not.toHaveText('Confirm your payment')
  await page.getByLabel('Language').selectOption('English')
  await sheet.getByRole('button', { name: /^Send/ }).click()
  await expect(sheet.getByRole('heading')).toHaveText('Payment sent')
  expect(demo.emulator.ledger.balance(account, 'USDB')).toBe(before - 25_000_000n)
  const accent = (): Promise<string> =>
    form.evaluate((element) => getComputedStyle(element).getPropertyValue('--wallet-accent').trim())
  const own = await accent()
  await page.getByLabel('Look').selectOption('Ink')
  expect(await accent()).not.toBe(own)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})
