import { describe, expect, it } from 'vitest'
import { CeremonyError, SealedKeyError, ServiceError, SessionError, TransportError } from '../../errors.js'
import { faultOf } from './fault-of.js'

const cause = new Error('the original')

describe('faultOf', () => {
  it.each([
    new TransportError('NETWORK', 'm', { cause }),
    new ServiceError(401, { code: 'UNAUTHORIZED' }, undefined, { cause }),
    new CeremonyError('CEREMONY_CANCELLED', 'm', { cause }),
    new SessionError('BUSY', 'm', { cause }),
    new SealedKeyError('SEALED_KEY_OPEN', 'm', { cause }),
  ])('%o becomes a fault without message or cause', (error) => {
    const { kind, code } = error
    const fault = faultOf(error)
    expect(fault).toMatchObject({ kind, code })
    expect(JSON.parse(JSON.stringify(fault))).toEqual(fault)
    expect(Object.keys(fault)).not.toContain('message')
    expect(Object.keys(fault)).not.toContain('cause')
  })

  it('the fault of a ServiceError has the status, reason, retryAfter and fields of the error, as far as they are known', () => {
    expect(faultOf(new ServiceError(429, { code: 'RATE_LIMITED', reason: 'r' }, 30))).toEqual({
      kind: 'service',
      code: 'RATE_LIMITED',
      status: 429,
      reason: 'r',
      retryAfter: 30,
    })
    expect(faultOf(new ServiceError(400, { code: 'INVALID_INPUT', fields: ['a.b'] }))).toEqual({
      kind: 'service',
      code: 'INVALID_INPUT',
      status: 400,
      fields: ['a.b'],
    })
    expect(Object.keys(faultOf(new ServiceError(400, { code: 'INVALID_INPUT', message: 'm' })))).toEqual([
      'kind',
      'code',
      'status',
    ])
  })
})
