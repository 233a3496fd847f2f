/** Bodies that make sense. Without them, random calls would hardly ever move money. @module */
import fc from 'fast-check'
import { amounts, currencies, place } from './values-of.js'

type Bodies = fc.Arbitrary<unknown>

const quotes: Bodies = fc.record({
  source: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ sourceType: fc.constant('ACCOUNT'), accountId: place('InternalAccount') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        sourceType: fc.constant('REALTIME_FUNDING'),
        currency: currencies,
        customerId: place('Customer'),
      }),
    },
  ),
  destination: fc.record({ destinationType: fc.constant('ACCOUNT'), accountId: place('account') }),
  lockedCurrencySide: fc.constantFrom('SENDING', 'RECEIVING'),
  lockedCurrencyAmount: fc.integer({ min: 1, max: 400_000 }),
  immediatelyExecute: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})

const transfers = (from: 'InternalAccount' | 'ExternalAccount', to: 'InternalAccount' | 'ExternalAccount') =>
  fc.record({
    source: fc.record({ accountId: place(from) }),
    destination: fc.record({ accountId: place(to) }),
    amount: amounts,
  })

/** The bodies, by operation. */
export const sensibleBodies: Readonly<Record<string, Bodies>> = {
  createQuote: quotes,
  createAgentQuote: quotes,
  transferOut: transfers('InternalAccount', 'ExternalAccount'),
  createAgentTransferOut: transfers('InternalAccount', 'ExternalAccount'),
  transferIn: transfers('ExternalAccount', 'InternalAccount'),
  createAgentTransferIn: transfers('ExternalAccount', 'InternalAccount'),
  verifyCredential: fc.record({
    type: fc.constant('EMAIL_OTP'),
    otp: fc.constant('000000'),
    clientPublicKey: place('clientPublicKey'),
  }),
  refreshSession: fc.record({ clientPublicKey: place('clientPublicKey') }),
  simulateAuthorization: fc.record({
    amount: fc.integer({ min: 0, max: 50_000_000 }),
    currency: fc.constant('USDB'),
    merchant: fc.record({
      descriptor: fc.constantFrom('CAFE', 'CAFE 002'),
      mcc: fc.constant('5812'),
      country: fc.constant('US'),
    }),
  }),
  simulateClearing: fc.record({
    cardTransactionId: place('CardTransaction'),
    amount: fc.integer({ min: 0, max: 60_000_000 }),
  }),
  simulateReturn: fc.record({
    cardTransactionId: place('CardTransaction'),
    amount: fc.integer({ min: 1, max: 60_000_000 }),
  }),
  sandboxSend: fc.record({ quoteId: place('Quote'), currencyCode: currencies }),
}
