import { describe, expect, it } from 'vitest'
import { ceremonyError } from './ceremony-error.js'

const browser = (name: string): DOMException => new DOMException('told by the browser', name)

/** Wraps an error as the ceremony library does: with another name, or with the name of the wrapped error. */
function wrapped(cause: unknown, name?: string): Error {
  const error = new Error('told by the library', { cause })
  if (name) error.name = name
  return error
}

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
    ['wrapped under its name', wrapped(browser(name), name)],
    ['wrapped under another name', wrapped(browser(name), 'WebAuthnError')],
    ['wrapped twice', wrapped(wrapped(browser(name)))],
  ])(`tells what the browser meant as ${code}: %s`, (_, error) => {
    const typed = ceremonyError(error)
    expect(typed).toMatchObject({ name: 'CeremonyError', kind: 'ceremony', code })
    expect(typed.cause).toBe(error)
  })
})

describe('the name of a ceremony’s error', () => {
  it('the deepest cause whose name is known decides the code of a ceremony’s error', () => {
    expect(ceremonyError(wrapped(browser('NotAllowedError'), 'InvalidStateError')).code).toBe(
      'CEREMONY_CANCELLED',
    )
    expect(ceremonyError(wrapped(browser('UnknownError'), 'SecurityError')).code).toBe(
      'RELYING_PARTY_MISMATCH',
    )
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'an error with the name %s is CEREMONY_FAILED',
    (name) => {
      expect(ceremonyError(wrapped(undefined, name)).code).toBe('CEREMONY_FAILED')
    },
  )
})

it.each([undefined, null, 'cancelled', 7, {}, { name: 'NotAllowedError' }, new Error('plain')])(
  'wraps everything else that was thrown as the cause of CEREMONY_FAILED: %o',
  (thrown) => {
    const typed = ceremonyError(thrown)
    expect(typed.code).toBe('CEREMONY_FAILED')
    expect(typed.cause).toBe(thrown)
  },
)

it('an error that is its own cause gets a code', () => {
  const circular = browser('NotAllowedError')
  const error = wrapped(circular)
  Object.defineProperty(circular, 'cause', { value: error })
  expect(ceremonyError(error).code).toBe('CEREMONY_CANCELLED')
})
