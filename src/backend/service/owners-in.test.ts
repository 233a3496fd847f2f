import { describe, expect, it } from 'vitest'
import { ada, bob, credentialOf, idOf, quoteOf, sessionOf } from '../fixtures/recording-service.js'
import { itemsOf, ownersIn } from './owners-in.js'

const credential = credentialOf(1, ada)
const session = sessionOf(2, bob)
const quote = quoteOf(3, { sourceType: 'ACCOUNT', accountId: ada })

describe('the owners in an answer', () => {
  it.each<[string, unknown, unknown]>([
    ['a credential', credential, [{ id: idOf('AuthMethod', 1), accountId: ada, type: 'EMAIL_OTP' }]],
    [
      'a credential without a type',
      { ...credential, type: 7 },
      [{ id: idOf('AuthMethod', 1), accountId: ada }],
    ],
    [
      'a credential whose id has another case',
      { ...credential, id: idOf('AuthMethod', 1).toUpperCase() },
      [{ id: idOf('AuthMethod', 1), accountId: ada, type: 'EMAIL_OTP' }],
    ],
    ['a session', session, [{ id: idOf('Session', 2), accountId: bob, type: 'EMAIL_OTP' }]],
    ['a quote', quote, [{ id: idOf('Quote', 3), accountId: ada }]],
    [
      'a list of all kinds',
      { data: [credential, session, quote] },
      [
        { id: idOf('AuthMethod', 1), accountId: ada, type: 'EMAIL_OTP' },
        { id: idOf('Session', 2), accountId: bob, type: 'EMAIL_OTP' },
        { id: idOf('Quote', 3), accountId: ada },
      ],
    ],
  ])('finds the owners in %s', (_, answer, owners) => {
    expect(ownersIn(answer)).toEqual(owners)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'AuthMethod'],
    ['an empty list', { data: [] }],
    ['a list of other things', { data: [null, 1, 'x', [], { id: idOf('AuthMethod', 1) }] }],
    ['a credential whose account is a customer', { ...credential, accountId: idOf('Customer', 1) }],
    ['a credential whose id is a number', { ...credential, id: 7 }],
    ['a credential whose id has no type', { ...credential, id: 'AuthMethod' }],
    ['a session without an account', { ...session, accountId: undefined }],
    ['another kind of thing with an account', { id: idOf('Transaction', 1), accountId: ada }],
    ['a quote with an account of its own but no source', { id: idOf('Quote', 1), accountId: ada }],
    ['a quote of another source', quoteOf(1, { sourceType: 'REALTIME_FUNDING' })],
    [
      'a quote whose source is not an internal account',
      quoteOf(1, { accountId: idOf('ExternalAccount', 1) }),
    ],
    [
      'something with a source that is not a quote',
      { id: idOf('Transaction', 1), source: { accountId: ada } },
    ],
  ])('finds no owners in %s', (_, answer) => {
    expect(ownersIn(answer)).toEqual([])
  })
})

describe('the items of an answer', () => {
  it('the items of an answer are those of its list, or the answer itself', () => {
    expect(itemsOf({ data: [1, 'a'], more: true })).toEqual([1, 'a'])
    expect(itemsOf({ data: 'no list' })).toEqual([{ data: 'no list' }])
    expect(itemsOf(undefined)).toEqual([undefined])
  })
})
