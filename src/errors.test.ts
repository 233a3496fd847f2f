import { describe, expect, it } from 'vitest'
import {
  CeremonyError,
  isWalletError,
  SealedKeyError,
  ServiceError,
  SessionError,
  TransportError,
  WalletError,
} from './errors.js'

const cause = new Error('the original')
const kinds = [
  [new TransportError('NETWORK', 'm', { cause }), 'transport', 'NETWORK', 'TransportError'],
  [
    new ServiceError(401, { code: 'UNAUTHORIZED' }, undefined, { cause }),
    'service',
    'UNAUTHORIZED',
    'ServiceError',
  ],
  [
    new CeremonyError('CEREMONY_CANCELLED', 'm', { cause }),
    'ceremony',
    'CEREMONY_CANCELLED',
    'CeremonyError',
  ],
  [new SessionError('BUSY', 'm', { cause }), 'session', 'BUSY', 'SessionError'],
  [new SealedKeyError('SEALED_KEY_OPEN', 'm', { cause }), 'sealedKey', 'SEALED_KEY_OPEN', 'SealedKeyError'],
] as const

describe.each(kinds)('%o', (error, kind, code, name) => {
  it(`${name} is a WalletError with a kind, a literal code and its own name`, () => {
    expect(error).toBeInstanceOf(WalletError)
    expect(error).toBeInstanceOf(Error)
    expect({ kind: error.kind, code: error.code, name: error.name }).toEqual({ kind, code, name })
  })

  it(`${name} keeps the original error as its cause`, () => {
    expect(error.cause).toBe(cause)
  })
})

describe('ServiceError', () => {
  it('a ServiceError keeps an unknown code as the service spells it', () => {
    expect(new ServiceError(418, { code: 'Some-New.Code' }).code).toBe('Some-New.Code')
  })

  it('a ServiceError without a message of the service has a message with status and code', () => {
    expect(new ServiceError(409, { code: 'CONFLICT' }).message).toContain('409 CONFLICT')
    expect(new ServiceError(409, { code: 'CONFLICT', message: 'Already executed' }).message).toBe(
      'Already executed',
    )
  })
})

describe('isWalletError', () => {
  it.each(kinds)('isWalletError recognizes %s', (error) => {
    expect(isWalletError(error)).toBe(true)
  })

  it('isWalletError recognizes an error of a second copy of the library', () => {
    expect(isWalletError(Object.assign(new Error('m'), { kind: 'session', code: 'BUSY' }))).toBe(true)
  })

  it.each([
    new Error('m'),
    Object.assign(new Error('m'), { code: 'ENOENT' }),
    Object.assign(new Error('m'), { kind: 'other', code: 'BUSY' }),
    { kind: 'session', code: 'BUSY' },
    undefined,
  ])('isWalletError returns false for %s', (thrown) => {
    expect(isWalletError(thrown)).toBe(false)
  })
})
