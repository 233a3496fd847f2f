/** A payment of a customer in the EU, which waits for codes by text message. */
import { expect, test } from './demo-fixtures.js'

test('a payment that waits is continued after a reload with the codes of the inbox, and paid once', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const emmy = demo.cast().customers.get('emmy')?.accountId ?? ''
  const held = (): bigint => demo.emulator.ledger.balance(emmy, 'USDB')
  await heron.logInAs('Emmy Noether')
  await heron.signInByCode()
  const before = held()
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Confirm your payment to Grace Hopper')
  await expect(heron.wallet).toContainText('Nothing has been sent yet.')
  await expect(heron.wallet).toContainText('+491713920004')

  await heron.page.reload()
  const notice = heron.sentPayment('Your payment to Grace Hopper waits for you.')
  await expect(notice).toContainText('Nothing has been sent yet.')
  expect(held()).toBe(before)
  await notice.getByRole('button', { name: 'Confirm this payment' }).click()
  await heron.takeCodeFromInbox()
  await heron.answer('Confirm payment')
  await expect(heron.dialog).toContainText('There is another step')
  expect(held()).toBe(before)
  await heron.takeCodeFromInbox()
  await heron.answer('Confirm payment')
  await expect(heron.sentPayment('Your payment to Grace Hopper went through.')).toBeVisible()
  await expect(heron.dialog).toHaveCount(0)
  expect(held()).toBe(before - 25_000_000n)
})

test('the elements of the demo continue a payment that waits after a reload', { tag: '@long' }, async ({
  page,
  demo,
  complaints: _,
}) => {
  const emmy = demo.cast().customers.get('emmy')?.accountId ?? ''
  const held = (): bigint => demo.emulator.ledger.balance(emmy, 'USDB')
  const before = held()
  await page.goto(`${demo.url}/elements.html`)
  await page.getByRole('button', { name: 'Emmy Noether' }).click()
  const form = page.locator('wallet-sign-in')
  const code = async (): Promise<string> => (await page.locator('.otp').first().textContent()) ?? ''
  await form.getByRole('button', { name: 'Email me a code' }).click()
  await form.getByLabel('Code from the email').pressSequentially(await code())
  await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
  const sheet = page.locator('wallet-confirm')
  await sheet.getByRole('button', { name: /^Send/ }).click()
  await sheet.getByLabel('Code from the text message').waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Continue your payment' }).click()
  await sheet.getByLabel('Code from the text message').pressSequentially(await code())
  await expect(sheet.getByRole('status')).toContainText('There is another step')
  await expect.poll(code).not.toBe('')
  await sheet
    .getByLabel('Code from the text message')
    .pressSequentially(demo.emulator.inbox.latest('+491713920004')?.otp ?? '')
  await expect(sheet.getByRole('heading')).toHaveText('Payment sent')
  expect(held()).toBe(before - 25_000_000n)
})
