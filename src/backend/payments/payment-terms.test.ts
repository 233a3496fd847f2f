import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../wire/quotes.js'
import { paymentChallenge, repetitionOf, termsOf } from './payment-terms.js'

const currency = (code: string, decimals: number) => ({ code, name: code, symbol: code, decimals })

const quote: Quote = {
  id: 'Quote:019542f5-b3e7-1d02-0000-000000000001',
  status: 'PENDING',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-01T00:05:00Z',
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' },
  destination: { destinationType: 'ACCOUNT', accountId: 'InternalAccount:2' },
  sendingCurrency: currency('USDB', 6),
  receivingCurrency: currency('USD', 2),
  totalSendingAmount: 25_000_000,
  totalReceivingAmount: 2_500,
  exchangeRate: 1,
  feesIncluded: 10,
  transactionId: 'Transaction:019542f5-b3e7-1d02-0000-000000000002',
  payloadToSign: '{"a":1}',
}

const instructed = (payloadToSign: string): object => ({
  paymentInstructions: [{ accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign } }],
})

describe('the challenge of a payment', () => {
  // Instances of two versions may share a store during a deployment, so each has to hash what the other does.
  it('what is hashed are the fixed terms as JSON with sorted members', () => {
    const terms =
      '"Quote:019542f5-b3e7-1d02-0000-000000000001",[25000000,"USDB",6],[2500,"USD",2],10,1,' +
      '{"accountId":"InternalAccount:1","sourceType":"ACCOUNT"},' +
      '{"accountId":"InternalAccount:2","destinationType":"ACCOUNT"},' +
      'null,"2026-01-01T00:05:00Z","{\\"a\\":1}",[]'
    const hash = (text: string) => createHash('sha256').update(text)
    const asked = `["embedded-wallet-auth payment proof 1","nonce","InternalAccount:1",${terms}]`
    expect(paymentChallenge('nonce', 'InternalAccount:1', quote)).toBe(hash(asked).digest('base64url'))
    expect(repetitionOf(quote, 'key')).toBe(hash(`["key",${terms}]`).digest('hex'))
  })

  it.each<[string, object]>([
    ['other decimals of what is sent', { sendingCurrency: currency('USDB', 2) }],
    ['other decimals of what is received', { receivingCurrency: currency('USD', 6) }],
    ['no decimals', { receivingCurrency: { code: 'USD', name: 'USD', symbol: 'USD' } }],
    ['a payload in its instructions', instructed('{}')],
    ['no payload', { payloadToSign: undefined }],
  ])('a quote with %s has another challenge', (_, changes) => {
    const changed = { ...quote, ...changes } as Quote
    expect(paymentChallenge('n', 'a', changed)).not.toBe(paymentChallenge('n', 'a', quote))
    expect(repetitionOf(changed, 'k')).not.toBe(repetitionOf(quote, 'k'))
  })

  it('another payload in the instructions makes another challenge', () => {
    const [one, other] = ['{"a":1}', '{"a":2}'].map(
      (payload) => ({ ...quote, ...instructed(payload) }) as Quote,
    )
    expect(one && paymentChallenge('n', 'a', one)).not.toBe(other && paymentChallenge('n', 'a', other))
  })

  it('the order of members changes nothing', () => {
    const destination = Object.fromEntries(Object.entries(quote.destination).reverse())
    expect(paymentChallenge('n', 'a', { ...quote, destination })).toBe(paymentChallenge('n', 'a', quote))
  })
})

it('the page gets what is sent, received and charged', () => {
  expect(termsOf(quote)).toEqual({
    quoteId: quote.id,
    sends: { amount: 25_000_000, currency: quote.sendingCurrency },
    receives: { amount: 2_500, currency: quote.receivingCurrency },
    fees: { amount: 10, currency: quote.sendingCurrency },
    receiver: quote.destination,
    expiresAt: quote.expiresAt,
  })
})
