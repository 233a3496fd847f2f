/** Tests the descriptions of operations, and when two questions are equal. @module */
import { type ConfirmationQuestion, type Quote, quoteDetails } from 'embedded-wallet-auth'
import { expect, test } from 'vitest'
import { creationOf, isSame, questionInWords } from './questions.js'

const usdb = { code: 'USDB', decimals: 6 }
const eur = { code: 'EUR', decimals: 2 }

/** The fields of a quote that this file uses. */
const quote = {
  id: 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
  totalSendingAmount: 25_000_000,
  sendingCurrency: usdb,
  totalReceivingAmount: 2_303,
  receivingCurrency: eur,
  feesIncluded: 125_000,
  exchangeRate: 1.08,
  destination: { destinationType: 'ACCOUNT', accountId: 'InternalAccount:1f2c' },
  expiresAt: '2026-01-01T00:05:00.000Z',
} as unknown as Quote

const credential = {
  id: 'AuthMethod:1',
  accountId: 'InternalAccount:1',
  type: 'PASSKEY',
  nickname: 'Ada’s phone',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const

const words = (question: ConfirmationQuestion, receiverName?: string) =>
  questionInWords(question, { receiverName, credentials: [credential] })

const payment = (change: Partial<ReturnType<typeof quoteDetails>> = {}): ConfirmationQuestion => ({
  operation: 'executeQuote',
  details: { ...quoteDetails(quote), ...change },
})

test('a payment is asked about with amounts, fee, rate, receiver and expiry', () => {
  const { title, facts } = words(payment(), 'Grace Hopper')
  expect(title).toBe('Send 25.00\u00a0USDB to Grace Hopper?')
  expect(facts.slice(0, -1)).toEqual([
    ['You send', '25.00\u00a0USDB'],
    ['Fee (included)', '0.125\u00a0USDB'],
    ['Rate', '1\u00a0EUR = 1.08\u00a0USDB'],
    ['To', 'Grace Hopper'],
    ['Recipient gets', '23.03\u00a0EUR'],
  ])
  expect(facts.at(-1)).toEqual(['Rate guaranteed until', expect.stringMatching(/^\d\d:05$/)])
})

test('a receiver whom the page does not know is named by the end of the account’s id', () => {
  expect(words(payment()).title).toBe('Send 25.00\u00a0USDB to account …1f2c?')
})

test.each<readonly [ConfirmationQuestion, string, string]>([
  [
    { operation: 'exportWallet', details: { accountId: 'InternalAccount:1' } },
    'Show the recovery phrase?',
    'show the recovery phrase',
  ],
  [creationOf({ type: 'PASSKEY', nickname: 'Laptop' }), 'Add a passkey?', 'add the passkey “Laptop”'],
  [
    creationOf({ type: 'EMAIL_OTP', email: 'ada@example.com' }),
    'Add email codes?',
    'add email codes to ada@example.com',
  ],
  [creationOf({ type: 'OAUTH', getOidcToken: async () => '' }), 'Add Marsh ID?', 'add Marsh ID'],
  [
    { operation: 'revokeCredential', details: { credential: credential.id } },
    'Remove this passkey?',
    'remove the passkey “Ada’s phone”',
  ],
  [
    { operation: 'revokeCredential', details: { credential: 'AuthMethod:2' } },
    'Remove this sign-in method?',
    'remove this sign-in method',
  ],
  [{ operation: 'refreshSession', details: { sessionId: 'Session:1' } }, 'Stay signed in?', 'stay signed in'],
  [
    { operation: 'revokeSession', details: { sessionId: 'Session:1', isOwn: false } },
    'End this session?',
    'end this session',
  ],
  [
    { operation: 'updatePrivacy', details: { privateEnabled: true } },
    'Make this wallet private?',
    'change who sees this wallet',
  ],
  [
    { operation: 'signedRequest', details: { method: 'POST', path: '/cards', body: { a: 1 } } },
    'Sign this request?',
    'sign a request',
  ],
])('%o is asked about with “%s”, and its proof is asked for to “%s”', (question, title, purpose) => {
  expect(words(question)).toMatchObject({ title, purpose })
})

test.each<[ConfirmationQuestion, readonly (readonly string[])[]]>([
  [creationOf({ type: 'PASSKEY', nickname: 'Laptop' }), [['Name', '“Laptop”']]],
  [creationOf({ type: 'EMAIL_OTP', email: 'ada@example.com' }), [['Email address', 'ada@example.com']]],
  [creationOf({ type: 'OAUTH', getOidcToken: async () => '' }), []],
  [
    {
      operation: 'createCredential',
      details: { type: 'OAUTH', issuer: 'https://marsh.example', email: 'ada@example.com' },
    },
    [
      ['Identity provider', 'https://marsh.example'],
      ['Email address', 'ada@example.com'],
    ],
  ],
])('the question %o shows %o', (question, facts) => {
  expect(words(question).facts).toEqual(facts)
})

test.each([
  { quoteId: 'Quote:another' },
  { sends: { amount: 26_000_000, currency: usdb } },
  { receives: { amount: 2_302, currency: eur } },
  { fees: { amount: 0, currency: usdb } },
  { exchangeRate: 1.09 },
  { receiver: { destinationType: 'ACCOUNT', accountId: 'InternalAccount:2' } },
  { expiresAt: '2026-01-01T00:06:00.000Z' },
])('consent to a payment is not consent to one with %o', (change) => {
  expect(isSame(payment(), payment())).toBe(true)
  expect(isSame(payment(), payment(change))).toBe(false)
})

test('a payment is asked about in whole cents with the exact amount below, and consent is for that amount', () => {
  const cents = (amount: number) => payment({ sends: { amount, currency: usdb } })
  const { title, agree, facts } = words(cents(20_100_503), 'Grace Hopper')
  expect([title, agree]).toEqual(['Send 20.11\u00a0USDB to Grace Hopper?', 'Send 20.11\u00a0USDB'])
  expect(facts[0]).toEqual(['You send', '20.100503\u00a0USDB'])
  expect(isSame(cents(20_100_503), cents(20_110_000))).toBe(false)
})

test('two operations are the same whatever the order of their fields, and different if any field is', () => {
  const one = creationOf({ type: 'PASSKEY', nickname: 'Laptop' })
  const turned = { operation: 'createCredential', details: { nickname: 'Laptop', type: 'PASSKEY' } } as const
  expect(isSame(one, turned)).toBe(true)
  expect(isSame(one, creationOf({ type: 'PASSKEY', nickname: 'Phone' }))).toBe(false)
})
