import { describe, expect, it } from 'vitest'
import { CeremonyError, SealedKeyError, ServiceError, SessionError, TransportError } from '../errors.js'
import { rebuilt } from './carried-error.js'

const message = 'What the person is told.'

describe('an error that has crossed', () => {
  it.each([
    ['transport', 'NETWORK', TransportError],
    ['ceremony', 'CEREMONY_CANCELLED', CeremonyError],
    ['session', 'BUSY', SessionError],
    ['sealedKey', 'SEALED_KEY_OPEN', SealedKeyError],
  ] as const)('of the kind %s is of the class that it was', (kind, code, Class) => {
    const cause = new Error('the original')
    const error = rebuilt({ kind, code, message }, { cause })
    expect(error).toBeInstanceOf(Class)
    expect(error).toMatchObject({ kind, code, message, cause })
    expect(Object.hasOwn(rebuilt({ kind, code, message }), 'cause')).toBe(false)
  })

  it('of the service has its status, code and everything else that was carried', () => {
    const carried = {
      ...{ kind: 'service', code: 'RATE_LIMITED', message, status: 429, reason: 'r', retryAfter: 30 },
      ...{ fields: ['a.b'], payableFrom: '2026-01-01T00:00:00Z' },
    }
    const error = rebuilt(carried)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject(carried)
    expect(rebuilt({ kind: 'service', message })).toMatchObject({ kind: 'service', status: 0, code: '' })
  })

  it('keeps what only one error has, such as the status of a quote', () => {
    const carried = { kind: 'transport', code: 'MALFORMED_ANSWER', message, quoteStatus: 'COMPLETED' }
    expect(rebuilt(carried)).toMatchObject({ quoteStatus: 'COMPLETED' })
  })

  it('without a kind is a TypeError', () => {
    const error = rebuilt({ message })
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toBe(message)
  })

  it.each(['constructor', 'toString', '__proto__', 'other'])('of the kind %s makes nothing else', (kind) => {
    expect(rebuilt({ kind, code: 'X', message })).toBeInstanceOf(ServiceError)
  })
})
