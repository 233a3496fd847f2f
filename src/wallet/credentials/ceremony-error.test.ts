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
    const typed = ceremonyError(error)
    expect(typed).toMatchObject({ name: 'CeremonyError', kind: 'ceremony', code })
    expect(typed.cause).toBe(error)
  })
})

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'an error with the name %s is CEREMONY_FAILED',
  (name) => {
    expect(ceremonyError(Object.assign(new Error('odd'), { name })).code).toBe('CEREMONY_FAILED')
  },
)

it.each([undefined, null, 'cancelled', 7, {}, { name: 'NotAllowedError' }, new Error('plain')])(
  'wraps everything else that was thrown as the cause of CEREMONY_FAILED: %o',
  (thrown) => {
    const typed = ceremonyError(thrown)
    expect(typed.code).toBe('CEREMONY_FAILED')
    expect(typed.cause).toBe(thrown)
  },
)
