/** What a screen reader reads of the demo, at the stops that matter for money: controls, live regions and the focus. @module */
import { spoken } from '../support/spoken.js'
import { expect, test } from './demo-fixtures.js'
import { walks } from './walks.js'

/** What is read below `main`, by walk and stop. */
const read: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'a code': {
    'sign-in': [
      '> heading 1 “Hello, Ada”',
      'Sign in to see your balance and send money.',
      'button “Email a code to a•••@example.com”',
      'Tired of codes? After you sign in, add a passkey under Security.',
    ],
    'code-refused': [
      'heading 1 “Check your email”',
      'We sent a code to ada@example.com.',
      '6-digit code',
      '> textbox “6-digit code” invalid (Expires in 0:00)',
      'Expires in 0:00',
      'alert: That code is wrong or has expired. Use the code from our latest message, or get a new one. Details',
      'button “Sign in”',
      'button “Send a new code”',
      'button “Back”',
      'Can’t find it? Check your spam folder. You can close or reload this page; it will still be waiting for your code.',
    ],
  },
  'a payment': {
    offer: [
      'link “Home”',
      'link “Send”',
      'link “Agents”',
      'link “Security”',
      '> heading 1 “Grace Hopper gets 23.03 EUR”',
      'You send',
      '25.00 USDB',
      'Fee (included)',
      '0.125 USDB',
      'Rate',
      '1 EUR = 1.08 USDB',
      'Grace Hopper gets',
      '23.03 EUR',
      'Rate guaranteed for',
      '0:00',
      'button “Confirm and send 25.00 USDB”',
      'button “Edit”',
      'button “Sign out”',
    ],
    'payment-in-doubt': [
      'link “Home”',
      'link “Send”',
      'link “Agents”',
      'link “Security”',
      '> heading 1 “Your payment to Grace Hopper isn’t finished”',
      'status: 25.00 USDB, started at 0:00 It hasn’t gone through yet. Finish it; you’ll only be charged once. If you don’t, it’s canceled at 0:00. button “Finish this payment”',
      'You send',
      '25.00 USDB',
      'Grace Hopper gets',
      '23.03 EUR',
      'button “Send to someone else”',
      'button “Sign out”',
    ],
  },
}

for (const [name, stops] of Object.entries(read)) {
  test(`a screen reader reads “${name}” in order, and the focus is where the next step is`, {
    tag: '@long',
  }, async ({ heron, demo }) => {
    const at: Record<string, readonly string[]> = {}
    await walks[name]?.({
      heron,
      emulator: demo.emulator,
      async stop(stop) {
        if (stop in stops) at[stop] = await spoken(heron.page, 'main')
      },
    })
    expect(at).toEqual(stops)
  })
}
