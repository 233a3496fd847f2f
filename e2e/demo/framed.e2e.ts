import type { FrameLocator, Locator } from '@playwright/test'
import { addAuthenticator } from '../authenticator.js'
import { expect, test } from './demo-fixtures.js'

/** Answers as a person does, whose click counts half a second after they could see the question. */
async function answer(frame: FrameLocator, name: RegExp): Promise<void> {
  const button = frame.locator('wallet-confirm').getByRole('button', { name })
  await button.hover()
  await button.page().waitForTimeout(700)
  await button.click()
}

test('with ?wallet=framed a hostile script of the demo’s page can only ask', async ({
  page,
  demo,
  complaints: _,
}) => {
  await addAuthenticator(page)
  const account = demo.cast().customers.get('ada')?.accountId ?? ''
  const before = demo.emulator.ledger.balance(account, 'USDB')
  await page.goto(`${demo.url}?wallet=framed`)
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await page.locator('wallet-sign-in').getByRole('button', { name: 'Email me a code' }).click()
  const otp = (await page.locator('.otp').first().textContent()) ?? ''
  await page.locator('wallet-sign-in').getByLabel('Code from the email').pressSequentially(otp)

  const frame = page.frameLocator('iframe')
  const row = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name })
  const run = (name: string): Promise<void> => row(name).getByRole('button').click()
  await run('Take the key')
  await expect(row('Take the key')).toContainText('SecurityError')
  await expect(row('Take the key')).toContainText('nothing here that signs')
  const asking = {
    'Pay 100 USDB': 'Nothing was paid.',
    'Add a passkey': 'No passkey was added.',
    'Export the recovery phrase': 'No words were shown.',
    'Have a request signed': 'Nothing was signed.',
  }
  for (const [name, end] of Object.entries(asking)) {
    await run(name)
    await expect(frame.locator('wallet-confirm').getByRole('heading')).toBeFocused()
    await answer(frame, /^(Cancel|Not now)$/)
    await expect(row(name).getByRole('button')).toBeFocused()
    await expect(row(name)).toContainText(`It could only ask, and you said no. ${end}`)
  }
  expect(demo.emulator.ledger.balance(account, 'USDB')).toBe(before)

  await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
  await answer(frame, /^Send/)
  await expect(page.locator('wallet-confirm').getByRole('heading')).toHaveText('Payment sent')
  await expect(page.locator('wallet-confirm').getByRole('heading')).toBeFocused()
  expect(demo.emulator.ledger.balance(account, 'USDB')).toBe(before - 25_000_000n)
})
