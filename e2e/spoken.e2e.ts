/** What a screen reader reads of the elements, step by step: headings, controls, live regions, and where the focus is. @module */
import { expect, test } from './fixtures.js'
import { addElement } from './support/element-page.js'
import { quoteFor } from './support/quotes.js'
import { signInByCode } from './support/sign-in.js'
import { spoken } from './support/spoken.js'

const door = { door: 'element' } as const
const codes = { attributes: { 'code-length': '6', 'code-lifetime': '300' } }

test('a screen reader reads a sign-in in order, each problem at once, and the focus follows the steps', async ({
  openTab,
  stack,
}) => {
  const { page } = await openTab(door)
  const form = await addElement(page, 'wallet-sign-in', codes)
  await form.getByRole('button', { name: 'Email me a code' }).focus()
  expect(await spoken(page)).toEqual([
    'heading 2 “Sign in to your wallet”',
    'alert:',
    'status:',
    '> button “Email me a code to ada@example.com”',
  ])

  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Code from the email')).toBeFocused()
  expect(await spoken(page)).toEqual([
    'heading 2 “Enter your code” (We sent a code to ada@example.com.)',
    'We sent a code to ada@example.com.',
    'alert:',
    'status:',
    'Code from the email',
    '> textbox “Code from the email” required (We sent a code to ada@example.com. The code expires in 0:00.)',
    'timer: The code expires in 0:00.',
    'button “Sign in”',
    'button “Send a new code”',
    'button “Cancel”',
  ])

  await page.keyboard.type(stack.otp() === '111111' ? '222222' : '111111')
  await expect(form.getByRole('alert')).not.toBeEmpty()
  expect(await spoken(page)).toEqual([
    'heading 2 “Enter your code” (We sent a code to ada@example.com.)',
    'We sent a code to ada@example.com.',
    'alert: That code is wrong or has expired. Try the latest, or request a new code.',
    'status:',
    'Code from the email',
    '> textbox “Code from the email” required invalid (We sent a code to ada@example.com. The code expires in 0:00. That code is wrong or has expired. Try the latest, or request a new code.)',
    'timer: The code expires in 0:00.',
    'button “Sign in”',
    'button “Send a new code”',
    'button “Cancel”',
  ])

  await page.keyboard.type(stack.otp())
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeFocused()
  expect(await spoken(page)).toEqual([
    '> heading 2 “You are signed in” (Signed in with ada@example.com.)',
    'Signed in with ada@example.com.',
    'alert:',
    'status:',
  ])
})

/** What is read of an offer after “You send” or “You paid”. */
const terms = [
  '25.00 USDB',
  'To',
  'Grace Hopper Account ending in …',
  'Recipient gets',
  '24.87 USD',
  'Fee (included)',
  '0.125 USDB',
  'Exchange rate',
  '1 USD = 1 USDB',
]

test('a screen reader reads what is paid, to whom and for how much, before the buttons, and then the receipt', async ({
  openTab,
  stack,
}) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { quote } = await quoteFor(stack)
  const sheet = await addElement(wallet.page, 'wallet-confirm', { quote })
  const send = sheet.getByRole('button', { name: 'Send 25.00' })
  await expect(send).toBeEnabled()
  await send.focus()
  expect(await spoken(wallet.page)).toEqual([
    'heading 2 “Confirm your payment” (You send 25.00 USDB)',
    'alert:',
    'status:',
    'You send',
    ...terms,
    'Offer expires in',
    'timer: 0:00',
    '> button “Send 25.00 USDB”',
    'button “Cancel”',
  ])

  await wallet.page.keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeFocused()
  expect(await spoken(wallet.page)).toEqual([
    '> heading 2 “Payment sent” (Grace Hopper gets 24.87 USD. You paid 25.00 USDB)',
    'Grace Hopper gets 24.87 USD.',
    'alert:',
    'status:',
    'You paid',
    ...terms,
    'Date',
    'today',
    'Reference',
    '…',
  ])
})

test('a screen reader reads that a payment in doubt may have been made, and what to do', async ({
  openTab,
  stack,
}) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { quote } = await quoteFor(stack)
  // The payment is made, and neither its answer nor what the wallet reads later arrives.
  await wallet.page.route('**/wallet/quotes/**', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  const sheet = await addElement(wallet.page, 'wallet-confirm', { quote })
  const send = sheet.getByRole('button', { name: 'Send 25.00' })
  await expect(send).toBeEnabled()
  await send.focus()
  await wallet.page.keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { name: 'We’re checking your payment' })).toBeFocused()
  expect(await spoken(wallet.page)).toEqual([
    '> heading 2 “We’re checking your payment” (We haven’t been able to confirm your payment yet. Try again; you won’t be charged twice. You send 25.00 USDB)',
    'We haven’t been able to confirm your payment yet. Try again; you won’t be charged twice.',
    'alert:',
    'status:',
    'You send',
    '25.00 USDB',
    'To',
    'Grace Hopper Account ending in …',
    'button “Try again”',
  ])

  await wallet.page.unroute('**/wallet/quotes/**')
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeFocused()
})
