import { describe, expect, it } from 'vitest'
import { updateCardRoute } from '../wire/cards.js'
import { verifyCredentialRoute } from '../wire/credentials.js'
import { getCustomerRoute } from '../wire/customers.js'
import { defaultHeaderNames } from '../wire/headers.js'
import { executeQuoteRoute } from '../wire/quotes.js'
import { transferOutRoute } from '../wire/transfers.js'
import { type AnyCallOptions, callHeaders } from './call-headers.js'

type SigningRow = Parameters<typeof callHeaders>[0]
const headersOf = (row: SigningRow, options: AnyCallOptions): ReturnType<typeof callHeaders> =>
  callHeaders(row, defaultHeaderNames, options)

describe('call headers', () => {
  it('the headers of a call come from its options', () => {
    expect(headersOf(updateCardRoute, { stamp: 's', requestId: 'r' })).toEqual({
      headers: { 'Service-Wallet-Signature': 's', 'Request-Id': 'r' },
      idempotencyKey: undefined,
      isStamped: true,
    })
    expect(headersOf(executeQuoteRoute, { idempotencyKey: 'k' }).headers).toEqual({ 'Idempotency-Key': 'k' })
    expect(headersOf(verifyCredentialRoute, { requestId: 'Request:1' }).headers).toEqual({
      'Request-Id': 'Request:1',
    })
    expect(headersOf(getCustomerRoute, {}).headers).toEqual({})
  })

  it.each<[string, SigningRow, AnyCallOptions, string]>([
    ['a stamp where nothing is signed', getCustomerRoute, { stamp: 's' }, 'option `stamp`'],
    ['a request id where nothing is signed', transferOutRoute, { requestId: 'r' }, 'option `requestId`'],
    ['a request id beside a quote', executeQuoteRoute, { stamp: 's', requestId: 'r' }, 'option `requestId`'],
    ['a key where none is honoured', updateCardRoute, { idempotencyKey: 'k' }, 'option `idempotencyKey`'],
    ['a stamp without its request id', updateCardRoute, { stamp: 's' }, 'together'],
    ['a request id without its stamp', updateCardRoute, { requestId: 'r' }, 'together'],
    ['a stamp without its request id on a verify', verifyCredentialRoute, { stamp: 's' }, 'together'],
    ['a stamp that ends the header', executeQuoteRoute, { stamp: 's\r\nX: y' }, 'visible ASCII'],
    ['an empty stamp', executeQuoteRoute, { stamp: '' }, 'visible ASCII'],
    ['a request id with a space', verifyCredentialRoute, { requestId: 'a b' }, 'visible ASCII'],
    ['an empty key', transferOutRoute, { idempotencyKey: '' }, 'visible ASCII'],
    ['a long key', transferOutRoute, { idempotencyKey: 'k'.repeat(256) }, 'visible ASCII'],
    ['a key with an accent', transferOutRoute, { idempotencyKey: 'clé' }, 'visible ASCII'],
  ])('the headers of a call are refused with %s', (_, row, options, expected) => {
    expect(() => headersOf(row, options)).toThrow(TypeError)
    expect(() => headersOf(row, options)).toThrow(expected)
  })

  it('the headers of a call are refused with an option that does not exist', () => {
    expect(() => headersOf(getCustomerRoute, Object.assign({ timeout: 1 }, { retries: 3 }))).toThrow(
      'option `retries`',
    )
  })
})
