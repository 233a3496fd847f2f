import { describe, expect, test } from 'vitest'
import type { SessionError } from '../../errors.js'
import { methods } from '../credentials/methods.js'
import { givenProof, offerOf, orderOf, requestOf, usableMethod } from './sign-in-input.js'

const sealed = { keyDelivery: 'sealed', sandbox: {} } as const

const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof TypeError ? `TypeError: ${error.message}` : (error as SessionError).code
  }
}

describe('the proof that submit() is given', () => {
  test.each([
    ['otp', { otp: '123456' }, { otp: '123456' }],
    ['oidcToken', { oidcToken: 'a.b.c' }, { oidcToken: 'a.b.c' }],
    ['otp', { oidcToken: 'a.b.c' }, 'NOT_AWAITED'],
    ['oidcToken', { otp: '123456' }, 'NOT_AWAITED'],
    ['otp', {}, 'TypeError: submit() needs { otp: string }.'],
    ['otp', { otp: 123_456 }, 'TypeError: submit() needs { otp: string }.'],
    ['otp', { otp: ' ' }, 'INPUT_INVALID'],
    ['otp', { otp: '1'.repeat(65) }, 'INPUT_INVALID'],
    ['oidcToken', {}, 'TypeError: submit() needs { oidcToken: string }.'],
    ['oidcToken', { oidcToken: ' ' }, 'TypeError: submit() needs { oidcToken: string }.'],
  ] as const)('a flow that awaits an %s, given %j', (awaited, input, expected) => {
    expect(codeOf(() => givenProof(awaited, input as never))).toEqual(expected)
  })

  test('an ID token has at most 16,384 characters', () => {
    const given = (length: number) => givenProof('oidcToken', { oidcToken: 'x'.repeat(length) })
    expect(given(16_384)).toHaveProperty('oidcToken')
    expect(() => given(16_385)).toThrow(TypeError)
  })
})

describe('the type that a call is given', () => {
  test('a type that needs another keyDelivery is a TypeError that names the option', () => {
    expect(() => usableMethod(sealed, 'SMS_OTP')).toThrow(
      "SMS_OTP needs the option keyDelivery: 'client-held'.",
    )
    expect(() => orderOf(sealed, { type: 'SMS_OTP', phoneNumber: '+15551234567' })).toThrow(TypeError)
    expect(usableMethod({ ...sealed, keyDelivery: 'client-held' }, 'SMS_OTP')).toBe(methods.SMS_OTP)
  })

  test('only a passkey can be offered in autofill, and only conditionally', () => {
    const offered = { type: 'PASSKEY', mediation: 'conditional' } as const
    expect(offerOf(offered, methods.PASSKEY)).toBe(methods.PASSKEY.offer)
    expect(offerOf({ type: 'PASSKEY' }, methods.PASSKEY)).toBeUndefined()
    expect(() => offerOf({ ...offered, mediation: 'required' } as never, methods.PASSKEY)).toThrow(TypeError)
    expect(() => offerOf({ ...offered, type: 'EMAIL_OTP' } as never, methods.EMAIL_OTP)).toThrow(TypeError)
  })

  test('a sign-in with an ID token needs getOidcToken, except in the sandbox', () => {
    const options = { type: 'OAUTH' } as never
    expect(() => requestOf(sealed, methods.OAUTH, options)).toThrow('needs getOidcToken: a function.')
    const sandbox = { oidcToken: 'token' } as never
    expect(requestOf({ ...sealed, sandbox }, methods.OAUTH, options)).toMatchObject({ method: methods.OAUTH })
  })
})
