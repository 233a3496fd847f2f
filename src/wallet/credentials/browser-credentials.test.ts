/** What password managers return in place of the browser's credentials. @module */
import { runInNewContext } from 'node:vm'
import { startRegistration } from '@simplewebauthn/browser'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { createPasskey, getAssertion, hasCeremony } from './browser-credentials.js'

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer
const made = {
  id: 'AQI',
  rawId: bytes(1, 2),
  response: { clientDataJSON: bytes(3), attestationObject: bytes(4) },
}
const found = {
  id: 'AQI',
  rawId: bytes(1, 2),
  response: { clientDataJSON: bytes(3), authenticatorData: bytes(4), signature: bytes(5), userHandle: null },
}
const options = {
  challenge: bytes(1),
  rp: { name: 'Wallet' },
  user: { id: bytes(1), name: 'Ada', displayName: 'Ada' },
  pubKeyCredParams: [],
}

/** The page's `navigator.credentials` resolve with this. */
function returning(value: unknown): void {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { get: async () => value, create: async () => value } })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The transports that are sent for what `getTransports` does. */
const transportsOf = async (getTransports: unknown): Promise<unknown> => {
  returning({ ...made, response: { ...made.response, getTransports } })
  const { transports, ...rest } = await createPasskey(options)
  expect(rest).toEqual({ credentialId: 'AQI', clientDataJson: 'Aw', attestationObject: 'BA' })
  return transports
}

const throwing = (): never => {
  throw new TypeError('Illegal invocation')
}

describe('transports are hints', () => {
  it.each<[string, unknown, unknown]>([
    ['a method that throws', throwing, undefined],
    ['no method', undefined, undefined],
    ['not a method', 7, undefined],
    ['null', () => null, undefined],
    ['a text', () => 'internal', undefined],
    ['a promise', async () => ['internal'], undefined],
    ['an empty list', () => [], undefined],
    ['words that do not fit', () => ['internal', '', 7, null, 'x'.repeat(33), 'A B'], ['internal']],
    ['a word twice', () => ['usb', 'usb', 'nfc'], ['usb', 'nfc']],
    ['a list of another realm', () => runInNewContext("['hybrid']"), ['hybrid']],
    [
      'twenty words',
      () => Array.from({ length: 20 }, (_, index) => 'abcdefghijklmnopqrst'.slice(index)),
      Array.from({ length: 16 }, (_, index) => 'abcdefghijklmnopqrst'.slice(index)),
    ],
  ])('%s loses no passkey', async (_, getTransports, sent) => {
    expect(await transportsOf(getTransports)).toEqual(sent)
  })

  it('the WebAuthn library rejects where getTransports throws, after the passkey was made', async () => {
    returning({ ...made, response: { ...made.response, getTransports: throwing } })
    const optionsJSON = { ...options, challenge: 'AQ', user: { ...options.user, id: 'AQ' } }
    await expect(startRegistration({ optionsJSON })).rejects.toThrow('Illegal invocation')
  })
})

describe('the bytes of a result', () => {
  it.each<[string, unknown]>([
    ['part of a larger buffer', new Uint8Array([9, 1, 2, 9]).subarray(1, 3)],
    ['a view of another kind', new DataView(bytes(1, 2))],
    ['of another realm', runInNewContext('new Uint8Array([1, 2]).buffer')],
    ['a view of another realm', runInNewContext('new Uint8Array([1, 2])')],
    ['missing, with the id as text', undefined],
    ['empty, with the id as text', new ArrayBuffer(0)],
  ])('%s are read', async (_, rawId) => {
    returning({ ...found, rawId })
    expect((await getAssertion({})).credentialId).toBe('AQI')
  })

  test.each(['clientDataJSON', 'authenticatorData', 'signature'])(
    'an assertion without %s is CEREMONY_FAILED, and nothing is sent',
    async (name) => {
      for (const value of [undefined, null, 'text', 7, {}, new ArrayBuffer(0)]) {
        returning({ ...found, response: { ...found.response, [name]: value } })
        await expect(getAssertion({})).rejects.toMatchObject({
          code: 'CEREMONY_FAILED',
          message: expect.stringContaining(name),
        })
      }
    },
  )

  it.each([null, undefined, 'text', 7, {}, { response: null }, { id: '', response: {} }])(
    'the result %j is CEREMONY_FAILED',
    async (result) => {
      returning(result)
      await expect(getAssertion({})).rejects.toMatchObject({ code: 'CEREMONY_FAILED' })
      await expect(createPasskey(options)).rejects.toMatchObject({ code: 'CEREMONY_FAILED' })
    },
  )

  it('a member that throws is missing', async () => {
    const response = Object.defineProperty({ ...found.response }, 'signature', { get: throwing })
    returning({ ...found, response })
    await expect(getAssertion({})).rejects.toMatchObject({ code: 'CEREMONY_FAILED' })
    const { userHandle, ...rest } = found.response
    returning({ ...found, response: Object.defineProperty(rest, 'userHandle', { get: throwing }) })
    expect(await getAssertion({})).not.toHaveProperty('userHandle')
    expect(userHandle).toBeNull()
  })
})

it.each([
  ['no navigator.credentials', {}],
  ['no methods', { credentials: {} }],
])('with %s there are no ceremonies', (_, navigator) => {
  returning(undefined)
  expect([hasCeremony('get'), hasCeremony('create')]).toEqual([true, true])
  vi.stubGlobal('navigator', navigator)
  expect([hasCeremony('get'), hasCeremony('create')]).toEqual([false, false])
})
