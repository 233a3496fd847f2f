import { runInNewContext } from 'node:vm'
import { WebAuthnError } from '@simplewebauthn/browser'
import { describe, expect, it } from 'vitest'
import { ceremonyError } from './ceremony-error.js'

const browser = (name: string): DOMException => new DOMException('told by the browser', name)

/** Wraps an error as the WebAuthn library does, which decides by more than the name which errors it wraps. */
const wrapped = (cause: Error): Error =>
  new WebAuthnError({ message: 'told by the library', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', cause })

describe.each([
  ['NotAllowedError', 'CEREMONY_CANCELLED'],
  ['AbortError', 'CEREMONY_CANCELLED'],
  ['InvalidStateError', 'PASSKEY_EXISTS'],
  ['SecurityError', 'RELYING_PARTY_MISMATCH'],
  ['NotSupportedError', 'PASSKEYS_UNSUPPORTED'],
  ['OperationError', 'CEREMONY_PENDING'],
  ['UnknownError', 'CEREMONY_FAILED'],
  ['ConstraintError', 'CEREMONY_FAILED'],
])('the errors of a ceremony: %s of a browser', (name, code) => {
  it.each([
    ['itself', browser(name)],
    ['wrapped by the library', wrapped(browser(name))],
  ])(`tells what the browser meant as ${code}: %s`, (_, error) => {
    const typed = ceremonyError(error, 'create')
    expect(typed).toMatchObject({ name: 'CeremonyError', kind: 'ceremony', code })
    expect(typed.cause).toBe(error)
  })
})

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'an error with the name %s is CEREMONY_FAILED',
  (name) => {
    expect(ceremonyError(Object.assign(new Error('odd'), { name }), 'get').code).toBe('CEREMONY_FAILED')
  },
)

it.each([undefined, null, 'cancelled', 7, {}, { name: 7 }, new Error('plain')])(
  'wraps everything else that was thrown as the cause of CEREMONY_FAILED: %o',
  (thrown) => {
    const typed = ceremonyError(thrown, 'get')
    expect(typed.code).toBe('CEREMONY_FAILED')
    expect(typed.cause).toBe(thrown)
  },
)

it.each([
  ['a plain object', { name: 'NotAllowedError', message: 'told by a password manager' }],
  [
    'an error of another realm',
    runInNewContext("Object.assign(new Error('x'), { name: 'NotAllowedError' })"),
  ],
])('reads the name of %s', (_, error) => {
  expect(ceremonyError(error, 'get')).toMatchObject({ code: 'CEREMONY_CANCELLED', cause: error })
})

it('a request that is pending is not a passkey that exists, in a sign-in', () => {
  expect(ceremonyError(browser('InvalidStateError'), 'get').code).toBe('CEREMONY_PENDING')
})

it('an error whose name cannot be read is CEREMONY_FAILED', () => {
  const error = Object.defineProperty({}, 'name', {
    get() {
      throw new Error('Permission denied to access property "name"')
    },
  })
  expect(ceremonyError(error, 'create').code).toBe('CEREMONY_FAILED')
})
