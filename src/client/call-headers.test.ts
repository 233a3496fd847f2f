import { describe, expect, it } from 'vitest'
import { updateCard } from '../wire/cards.js'
import { verifyCredential } from '../wire/credentials.js'
import { getCustomer } from '../wire/customers.js'
import { defaultHeaderNames } from '../wire/headers.js'
import { executeQuote } from '../wire/quotes.js'
import { transferOut } from '../wire/transfers.js'
import { type AnyCallOptions, callHeaders } from './call-headers.js'

type SigningRow = Parameters<typeof callHeaders>[0]
const headersOf = (row: SigningRow, options: AnyCallOptions): ReturnType<typeof callHeaders> =>
  callHeaders(row, defaultHeaderNames, options)

describe('the headers of a call', () => {
  it('are those of its options', () => {
    expect(headersOf(updateCard, { stamp: 's', requestId: 'r' })).toEqual({
      headers: { 'Service-Wallet-Signature': 's', 'Request-Id': 'r' },
      idempotencyKey: undefined,
      isStamped: true,
    })
    expect(headersOf(executeQuote, { idempotencyKey: 'k' }).headers).toEqual({ 'Idempotency-Key': 'k' })
    expect(headersOf(verifyCredential, { requestId: 'Request:1' }).headers).toEqual({
      'Request-Id': 'Request:1',
    })
    expect(headersOf(getCustomer, {}).headers).toEqual({})
  })

  it.each<[string, SigningRow, AnyCallOptions, string]>([
    ['a stamp where nothing is signed', getCustomer, { stamp: 's' }, 'no `stamp`'],
    ['a request id where nothing is signed', transferOut, { requestId: 'r' }, 'no `requestId`'],
    ['a request id beside a quote', executeQuote, { stamp: 's', requestId: 'r' }, 'no `requestId`'],
    ['a key where none is honoured', updateCard, { idempotencyKey: 'k' }, 'no `idempotencyKey`'],
    ['a stamp without its request id', updateCard, { stamp: 's' }, 'together'],
    ['a request id without its stamp', updateCard, { requestId: 'r' }, 'together'],
    ['a stamp that ends the header', executeQuote, { stamp: 's\r\nX: y' }, 'no stamp'],
    ['an empty stamp', executeQuote, { stamp: '' }, 'no stamp'],
    ['a request id with a space', verifyCredential, { requestId: 'a b' }, 'no request id'],
    ['an empty key', transferOut, { idempotencyKey: '' }, 'visible ASCII'],
    ['a long key', transferOut, { idempotencyKey: 'k'.repeat(256) }, 'visible ASCII'],
    ['a key with an accent', transferOut, { idempotencyKey: 'clé' }, 'visible ASCII'],
  ])('refuse %s', (_, row, options, expected) => {
    expect(() => headersOf(row, options)).toThrow(TypeError)
    expect(() => headersOf(row, options)).toThrow(expected)
  })

  it('refuse an option that does not exist', () => {
    expect(() => headersOf(getCustomer, Object.assign({ timeout: 1 }, { retries: 3 }))).toThrow(
      'no `retries`',
    )
  })
})
