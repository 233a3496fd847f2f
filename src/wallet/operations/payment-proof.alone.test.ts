/** A payment's proof on a page that has not loaded the code of passkeys. Alone, because other tests load it. @module */
import { afterEach, expect, test, vi } from 'vitest'
import { bytesToBase64url } from '../../base64url.js'
import { systemClock } from '../../clock.js'
import { sha256, utf8 } from '../../encoding.js'
import { provenText } from '../../wire/payment-challenge.js'
import type { PaymentProofRequest } from '../../wire/payment-proof.js'
import type { Quote } from '../../wire/quotes.js'
import { codeOf } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { quoteDetails } from './quote-details.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const usd = { code: 'USD', name: 'US dollar', symbol: '$', decimals: 2 }
const quote: Quote = {
  id: 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
  status: 'PENDING',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:05:00.000Z',
  source: {},
  destination: {},
  sendingCurrency: usd,
  receivingCurrency: usd,
  totalSendingAmount: 101,
  totalReceivingAmount: 100,
  exchangeRate: 1,
  feesIncluded: 1,
  transactionId: 'Transaction:1',
}
const accountId = 'InternalAccount:1'
const request: PaymentProofRequest = {
  nonce: 'AAAA',
  options: {
    challenge: bytesToBase64url(await sha256(utf8(provenText('AAAA', accountId, quote)))),
    rpId: 'localhost',
    timeout: 60_000,
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: 'AAAA' }],
  },
  terms: quoteDetails(quote),
}

test('a page that has not loaded the code of passkeys loads it, and then opens the dialog', async () => {
  const dialogs: string[] = []
  await stubPasskeys((kind) => {
    dialogs.push(kind)
    return Promise.reject(Object.assign(new Error('dismissed'), { name: 'NotAllowedError' }))
  })
  vi.resetModules()
  const { createPaymentProver } = await import('./payment-proof.js')
  const clock = systemClock()
  const prover = createPaymentProver({ accountId, clock, passkey: {}, sandbox: {}, transport: clock })
  expect(await codeOf(prover.prove(request, quote, undefined))).toBe('CEREMONY_CANCELLED')
  expect(dialogs).toEqual(['get'])
})
