import { expect, it } from 'vitest'
import { provenText, repetitionText } from './payment-challenge.js'
import type { Quote } from './quotes.js'

const usd = { code: 'USD', name: 'US dollar', symbol: '$', decimals: 2 }
const quote: Quote = {
  id: 'Quote:1',
  status: 'PENDING',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:05:00.000Z',
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' },
  destination: { destinationType: 'ACCOUNT', accountId: 'InternalAccount:2' },
  sendingCurrency: usd,
  receivingCurrency: usd,
  totalSendingAmount: 101,
  totalReceivingAmount: 100,
  exchangeRate: 1,
  feesIncluded: 1,
  transactionId: 'Transaction:1',
}
const terms =
  '"Quote:1",[101,"USD",2],[100,"USD",2],1,1,{"accountId":"InternalAccount:1","sourceType":"ACCOUNT"},' +
  '{"accountId":"InternalAccount:2","destinationType":"ACCOUNT"},null,"2026-01-01T00:05:00.000Z",null,[]'

it('the text of a payment is one list of JSON with sorted members, as pages and backends of every version hash it', () => {
  expect(provenText('nonce', 'InternalAccount:1', quote)).toBe(
    `["embedded-wallet-auth payment proof 1","nonce","InternalAccount:1",${terms}]`,
  )
  expect(repetitionText(quote, 'key')).toBe(`["key",${terms}]`)
})

it('the text of a payment does not depend on the order of members', () => {
  const { accountId, sourceType } = quote.source as { accountId: string; sourceType: 'ACCOUNT' }
  const other = { ...quote, source: { accountId, sourceType } }
  expect(provenText('nonce', 'InternalAccount:1', other)).toBe(
    provenText('nonce', 'InternalAccount:1', quote),
  )
})
