import { describe, expect, it } from 'vitest'
import { aFunction, aRelyingPartyId, aText, checkOptions, optional, positive } from './options.js'

interface Given {
  readonly basePath: string
  readonly onEvent?: () => void
  readonly timeout?: number
}
const table = { basePath: aText, onEvent: optional(aFunction), timeout: optional(positive('seconds')) }
const said = (given: object): string => {
  try {
    // What a caller without types may pass.
    checkOptions(given as Given, table)
    return 'fine'
  } catch (error) {
    return `${error}`
  }
}

describe('the options of a door', () => {
  it.each([
    [{ basePath: '/a' }, 'fine'],
    [{ basePath: '/a', timeout: undefined }, 'fine'],
    [{ basePath: '/a', basepath: '/b' }, 'TypeError: `basepath` is not an option. Did you mean `basePath`?'],
    [{ basePath: '/a', xyz: 1 }, 'TypeError: `xyz` is not an option.'],
    [{}, 'TypeError: `basePath` must be a non-empty string.'],
    [{ basePath: '/a', onEvent: 'x' }, 'TypeError: `onEvent` must be a function.'],
    [{ basePath: '/a', timeout: 0 }, 'TypeError: `timeout` must be a positive number of seconds.'],
    [{ basePath: '/a', toString: 1 }, 'TypeError: `toString` is not an option.'],
  ])('%j: %s', (given, expected) => {
    expect(said(given)).toBe(expected)
  })

  it('says no value, because it may be a secret', () => {
    expect(said({ basePath: 42, secret: 'c0ffee' })).not.toContain('c0ffee')
  })
})

describe('the id of a relying party', () => {
  it.each(['localhost', 'intranet', 'example.com', 'app.example.co.uk', 'xn--mnchen-3ya.example', 'a.b2'])(
    '%s is one',
    (id) => {
      expect(aRelyingPartyId[0](id)).toBe(true)
    },
  )

  it.each([
    'https://example.com',
    'example.com:8443',
    'example.com/',
    ' example.com',
    'Example.com',
    '.example.com',
    'example.com.',
    'münchen.example',
    '*.example.com',
    '127.0.0.1',
    '[::1]',
    '',
    undefined,
  ])('no browser accepts %j', (id) => {
    expect(aRelyingPartyId[0](id)).toBe(false)
  })
})
