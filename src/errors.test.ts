import { describe, expect, it } from 'vitest'
import {
  CeremonyError,
  faultOf,
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

  it(`${name} becomes a fault without message or cause`, () => {
    const fault = faultOf(error)
    expect(fault).toMatchObject({ kind, code })
    expect(JSON.parse(JSON.stringify(fault))).toEqual(fault)
    expect(Object.keys(fault)).not.toContain('message')
    expect(Object.keys(fault)).not.toContain('cause')
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

  it('the fault of a ServiceError has the status, reason and retryAfter of the error, as far as they are known', () => {
    expect(faultOf(new ServiceError(429, { code: 'RATE_LIMITED', reason: 'r' }, 30))).toEqual({
      kind: 'service',
      code: 'RATE_LIMITED',
      status: 429,
      reason: 'r',
      retryAfter: 30,
    })
    expect(Object.keys(faultOf(new ServiceError(400, { code: 'INVALID_INPUT', message: 'm' })))).toEqual([
      'kind',
      'code',
      'status',
    ])
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
