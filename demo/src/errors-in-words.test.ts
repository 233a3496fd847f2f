import { readFileSync } from 'node:fs'
import { CeremonyError, ServiceError, SessionError } from 'embedded-wallet-auth'
import { describe, expect, test, vi } from 'vitest'
import { inWords, isForDevelopers, wordsFor } from './errors-in-words.js'

// Reads the codes from the source, so that a new code without a sentence is found.
const source = readFileSync(new URL('../../src/errors.ts', import.meta.url), 'utf8')
const codes = [...source.matchAll(/^ {2}\| '([A-Z0-9_]+)'/gm)].map(([, code = '']) => code)
const unknown = wordsFor('SOMETHING_NEW')

describe('errors in words', () => {
  test('the codes of all errors are found in the source', () => {
    expect(codes).toContain('OUTCOME_UNKNOWN')
    expect(codes.length).toBeGreaterThan(40)
  })

  test.each(codes)('the error %s has a sentence and a next step of its own', (code) => {
    const { title, next } = wordsFor(code)
    expect(title).not.toBe(unknown.title)
    expect(title).toMatch(/^[A-Z].*\.$/)
    expect(next).toMatch(/^[A-Z].*\.$/)
  })

  test('no error shows its code to the customer', () => {
    for (const code of codes) expect(wordsFor(code).title).not.toMatch(/[A-Z]{3,}_/)
  })

  test('an error with an unknown code has words too', () => {
    expect(unknown).toMatchObject({ title: 'Something went wrong.', code: 'SOMETHING_NEW' })
  })

  test('an error with a reason says more than its code does', () => {
    const error = new ServiceError(401, { code: 'UNAUTHORIZED', reason: 'Invalid passkey signature' })
    expect(inWords(error).title).toBe('We couldn’t verify your passkey.')
  })

  test('a rate limit says how many seconds to wait', () => {
    expect(inWords(new ServiceError(429, { code: 'RATE_LIMITED' }, 42)).next).toContain('42 seconds')
  })

  test('a fault in the state reads like the error that it was', () => {
    expect(inWords({ kind: 'session', code: 'INTERRUPTED' })).toEqual(
      inWords(new SessionError('INTERRUPTED', 'x')),
    )
  })

  test('an error of the identity window is described by its cause', () => {
    const cause = Object.assign(new Error('closed'), { code: 'POPUP_CLOSED' })
    const error = new CeremonyError('OIDC_CALLBACK_FAILED', 'x', { cause })
    expect(inWords(error)).toMatchObject({ code: 'POPUP_CLOSED', title: 'You closed the Marsh ID window.' })
  })

  test('without HTTPS, where no wallet can be created, the person reads that, and the developer gets the error', () => {
    vi.stubGlobal('isSecureContext', false)
    const error = new TypeError('`crypto.subtle` needs HTTPS or localhost.')
    expect([inWords(error).next, isForDevelopers(error)]).toEqual([
      'Open this page with an address that begins with https.',
      true,
    ])
    vi.unstubAllGlobals()
    const mistakes = [
      new ServiceError(403, { code: 'FORBIDDEN' }),
      new ServiceError(401, { code: 'NOT_LOGGED_IN' }),
      new SessionError('KEY_DELIVERY_REFUSED', 'x'),
    ]
    expect([...mistakes, new ServiceError(401, { code: 'UNAUTHORIZED' })].map(isForDevelopers)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('anything else that is thrown has words too', () => {
    expect(inWords('?').code).toBe('UNKNOWN')
    expect(inWords(undefined).code).toBe('UNKNOWN')
  })
})
