/**
 * Payments that wait for the person, on `<wallet-confirm>` (wire-facts 12). The emulator's ledger says what was paid.
 * @module
 */
import type { Locator, Page } from '@playwright/test'
import type { Quote } from 'embedded-wallet-auth'
import { expect, test } from './fixtures.js'
import type { ServedStack } from './served-stack.js'
import { addElement } from './support/element-page.js'
import { quoteFor } from './support/quotes.js'
import { addPasskey, signInByCode } from './support/sign-in.js'

test.use({ stackOptions: { sca: { challenges: 1 } } })

const door = { door: 'element' } as const
const attributes = { 'code-length': '6' }

const texted = ({ emulator, phoneNumber }: ServedStack): string =>
  emulator.inbox.latest(phoneNumber)?.otp ?? ''

/** How often the quote has been paid, by the ledger. */
const paid = ({ emulator }: ServedStack, quote: Quote, receiver: string): number =>
  Number(emulator.ledger.balance(receiver, 'USD')) / quote.totalReceivingAmount

/** An element that has executed a new quote, and asks for the answer. */
async function waiting(page: Page, stack: ServedStack) {
  const { quote, receiver } = await quoteFor(stack)
  const sheet = await addElement(page, 'wallet-confirm', { quote, attributes })
  await sheet.getByRole('button', { name: 'Send 25.00' }).click()
  await sheet.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  return { sheet, quote, paid: () => paid(stack, quote, receiver) }
}

const codeField = (sheet: Locator): Locator => sheet.getByLabel('Code from the text message')
const isSent = (sheet: Locator): Promise<void> =>
  expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeVisible()

/** An element of a page that was loaded since, as docs/ui.md shows it. */
async function resumed(page: Page, { id }: Quote): Promise<Locator> {
  const quote = await page.evaluate(async (quoteId) => {
    await harness.wallet.ready
    return harness.wallet.getQuote(quoteId)
  }, id)
  return addElement(page, 'wallet-confirm', { quote, attributes })
}

test('a payment waits for the texted code, also after a wrong one and a reload, and is paid once', async ({
  openTab,
  stack,
}) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { sheet, quote, paid } = await waiting(wallet.page, stack)
  await expect(sheet).toContainText('Your payment has not been sent yet.')
  await expect(codeField(sheet)).toBeFocused()
  await expect(codeField(sheet)).toHaveAttribute('autocomplete', 'one-time-code')
  await wallet.page.keyboard.type(texted(stack) === '111111' ? '222222' : '111111')
  await expect(sheet.getByRole('alert')).toContainText('That code is wrong or has expired.')
  expect(paid()).toBe(0)

  await wallet.page.reload()
  const again = await resumed(wallet.page, quote)
  await codeField(again).pressSequentially(texted(stack))
  await isSent(again)
  expect(paid()).toBe(1)
  expect((await wallet.state()).unsettled).toEqual([])
})

test.describe('with a passkey', () => {
  test.use({ stackOptions: { sca: { challenges: 1, factor: 'PASSKEY' } } })

  test('a payment waits for the passkey, and a dialog that was dismissed sends nothing', async ({
    openTab,
    stack,
  }) => {
    const wallet = await openTab(door)
    await addPasskey(wallet, stack)
    const { sheet, paid } = await waiting(wallet.page, stack)
    const button = sheet.getByRole('button', { name: 'Confirm with your passkey' })
    await expect(button).toBeFocused()
    await wallet.authenticator.verifiesUser('no')
    await button.click()
    await expect(sheet.getByRole('status')).toContainText('Your passkey was not used, and nothing was sent.')
    expect(paid()).toBe(0)
    await wallet.authenticator.verifiesUser('yes')
    await wallet.page.keyboard.press('Enter')
    await isSent(sheet)
    expect(paid()).toBe(1)
  })
})

test('a payment whose answer to the code is lost is not said to be unsent, and turns out to be paid once', {
  tag: '@long',
}, async ({ openTab, stack }) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { sheet, paid } = await waiting(wallet.page, stack)
  await wallet.page.route('**/wallet/quotes/**', async (route) => {
    if (route.request().url().endsWith('/authorize')) await route.fetch()
    await route.abort()
  })
  await codeField(sheet).pressSequentially(texted(stack))
  await expect(sheet).toContainText('we don’t know yet whether your payment was sent')
  await expect(sheet).not.toContainText(/has not been sent|Get a new offer|Send 25\.00/)
  expect(paid()).toBe(1)
  await wallet.page.unroute('**/wallet/quotes/**')
  // Without a click.
  await isSent(sheet)
  expect(paid()).toBe(1)
})

test('a payment that another tab releases shows its outcome here, without a click', {
  tag: '@long',
}, async ({ openTab, stack }) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { sheet, quote, paid } = await waiting(wallet.page, stack)
  const other = await openTab(door)
  const there = await resumed(other.page, quote)
  await codeField(there).pressSequentially(texted(stack))
  await isSent(there)
  await isSent(sheet)
  expect(paid()).toBe(1)
})

test('a payment that nobody has released in time takes no code, ends as not completed, and was not paid', {
  tag: '@long',
}, async ({ openTab, stack }) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { sheet, quote, paid } = await waiting(wallet.page, stack)
  const code = texted(stack)
  await stack.emulator.clock.advance(301_000)
  // The page's clock has not moved, so that it still asks.
  await codeField(sheet).pressSequentially(code)
  await expect(sheet.getByRole('heading', { name: 'Payment not completed' })).toBeVisible()
  await expect(sheet.getByRole('button')).toHaveCount(0)
  expect(paid()).toBe(0)
  const transaction = await stack.service<{ failureReason: string }>(
    'GET',
    `/transactions/${quote.transactionId}`,
  )
  expect(transaction.failureReason).toBe('SCA_NOT_COMPLETED')
})

test.describe('with two challenges', () => {
  test.use({ stackOptions: { sca: { challenges: 2 } } })

  test('a payment that converts asks for one code after the other, by keyboard only', {
    tag: '@long',
  }, async ({ openTab, stack }) => {
    const wallet = await openTab(door)
    await signInByCode(wallet, stack)
    const { sheet, paid } = await waiting(wallet.page, stack)
    await expect(sheet).toContainText('Currency conversion')
    await wallet.page.keyboard.type(texted(stack))
    await expect(sheet.getByRole('status')).toContainText('There is another step')
    await expect(sheet).toContainText('Transfer')
    await expect(codeField(sheet)).toBeFocused()
    await expect(codeField(sheet)).toHaveValue('')
    expect(paid()).toBe(0)
    await wallet.page.keyboard.type(texted(stack))
    await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeFocused()
    expect(paid()).toBe(1)
  })
})
