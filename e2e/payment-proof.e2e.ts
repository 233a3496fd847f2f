/** Payments that need a passkey's proof, with the browser's own ceremonies. @module */
import { expect, test } from './fixtures.js'
import type { ServedStack } from './served-stack.js'
import { addElement } from './support/element-page.js'
import { endOf } from './support/held.js'
import { balanceOf, quoteFor } from './support/quotes.js'
import { addPasskey } from './support/sign-in.js'

test.use({
  stackOptions: {
    backend: {
      loginSession: () => 'the login session of Ada',
      stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: 0 } },
    },
  },
})

/** Returns the statuses of the executions that the page sent, and whether each had a proof. */
const sends = (stack: ServedStack): readonly (readonly [boolean, number])[] =>
  stack
    .arrivals('page')
    .filter(({ path }) => path.endsWith('/execute'))
    .map(({ headers, status }) => ['wallet-payment-proof' in headers, status] as const)

test('a payment asks for the passkey once, and is paid', async ({ wallet, stack }) => {
  await addPasskey(wallet, stack)
  const { quote, receiver } = await quoteFor(stack)
  expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
  expect(sends(stack)).toEqual([
    [false, 403],
    [true, 200],
  ])
  expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
  expect((await wallet.state()).unsettled).toEqual([])
})

test('a dialog that the person does not answer pays nothing, and the next one does', async ({
  wallet,
  stack,
}) => {
  await addPasskey(wallet, stack)
  const { quote, receiver } = await quoteFor(stack)
  await wallet.authenticator.verifiesUser('no')
  expect(await endOf(wallet.executeQuote(quote))).toBe('CEREMONY_CANCELLED')
  expect(sends(stack)).toEqual([[false, 403]])
  expect((await wallet.state()).unsettled).toEqual([])
  expect(await balanceOf(stack, receiver)).toBe(0)
  await wallet.authenticator.verifiesUser('yes')
  expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
  expect(sends(stack)).toEqual([
    [false, 403],
    [true, 200],
  ])
})

test('<wallet-confirm> shows the terms, and its click leads to one dialog and the payment', {
  tag: '@long',
}, async ({ openTab, stack }) => {
  const wallet = await openTab({ door: 'element' })
  await addPasskey(wallet, stack)
  const { quote, receiver } = await quoteFor(stack)
  await wallet.authenticator.verifiesUser('no')
  const sheet = await addElement(wallet.page, 'wallet-confirm', { quote })
  const pay = sheet.getByRole('button', { name: 'Send 25.00' })
  await pay.click()
  await expect(sheet.getByRole('status')).toContainText('Your passkey was not used.')
  await wallet.authenticator.verifiesUser('yes')
  await pay.click()
  await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeVisible()
  expect(sends(stack)).toEqual([
    [false, 403],
    [true, 200],
  ])
  expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
})
