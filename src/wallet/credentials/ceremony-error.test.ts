import { describe, expect, it } from 'vitest'
import { ceremonyError } from './ceremony-error.js'

const browser = (name: string): DOMException => new DOMException('told by the browser', name)

/** As the ceremony library wraps: under a name of its own, or that of what it wraps. */
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
  ['UnknownError', 'CEREMONY_FAILED'],
  ['ConstraintError', 'CEREMONY_FAILED'],
])('%s of a browser', (name, code) => {
  it.each([
    ['itself', browser(name)],
    ['wrapped under its name', wrapped(browser(name), name)],
    ['wrapped under another name', wrapped(browser(name), 'WebAuthnError')],
    ['wrapped twice', wrapped(wrapped(browser(name)))],
  ])(`is ${code}: %s`, (_, error) => {
    const typed = ceremonyError(error)
    expect(typed).toMatchObject({ name: 'CeremonyError', kind: 'ceremony', code })
    expect(typed.cause).toBe(error)
  })
})

describe('the name', () => {
  it('of the deepest cause that is known counts', () => {
    expect(ceremonyError(wrapped(browser('NotAllowedError'), 'InvalidStateError')).code).toBe(
      'CEREMONY_CANCELLED',
    )
    expect(ceremonyError(wrapped(browser('UnknownError'), 'SecurityError')).code).toBe(
      'RELYING_PARTY_MISMATCH',
    )
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s means nothing', (name) => {
    expect(ceremonyError(wrapped(undefined, name)).code).toBe('CEREMONY_FAILED')
  })
})

it.each([undefined, null, 'cancelled', 7, {}, { name: 'NotAllowedError' }, new Error('plain')])(
  'whatever else was thrown is the cause of CEREMONY_FAILED: %o',
  (thrown) => {
    const typed = ceremonyError(thrown)
    expect(typed.code).toBe('CEREMONY_FAILED')
    expect(typed.cause).toBe(thrown)
  },
)

it('an error that is its own cause is told apart all the same', () => {
  const circular = browser('NotAllowedError')
  const error = wrapped(circular)
  Object.defineProperty(circular, 'cause', { value: error })
  expect(ceremonyError(error).code).toBe('CEREMONY_CANCELLED')
})
