import { describe, expect, it } from 'vitest'
import { Refusal, type RefusalCode } from './refusal.js'

describe('refusals', () => {
  it.each<[RefusalCode, number]>([
    ['INVALID_INPUT', 400],
    ['NOT_LOGGED_IN', 401],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['METHOD_NOT_ALLOWED', 405],
    ['PAYLOAD_TOO_LARGE', 413],
    ['INTERNAL_ERROR', 500],
    ['UPSTREAM_UNREACHABLE', 502],
    ['UPSTREAM_TIMEOUT', 504],
  ])('the refusal %s has status %i', (code, status) => {
    expect(new Refusal(code, 'no')).toMatchObject({ name: 'Refusal', code, status })
  })

  it('a refusal has a cause, details and headers only if they were passed', () => {
    const bare = new Refusal('FORBIDDEN', 'no')
    expect('cause' in bare).toBe(false)
    expect([bare.details, bare.headers]).toEqual([undefined, {}])
    const cause = new Error('why')
    const full = new Refusal('FORBIDDEN', 'no', { cause, details: { a: 1 }, headers: { Allow: 'GET' } })
    expect([full.cause, full.details, full.headers]).toEqual([cause, { a: 1 }, { Allow: 'GET' }])
  })
})
