import { describe, expect, it, vi } from 'vitest'
import type { WalletOptions } from './api.js'
import { createWallet } from './create-wallet.js'
import { checkedOptions, readId } from './options.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const accountId = `InternalAccount:${uuid}`
const uncompressed = `04${'ab'.repeat(64)}`
const good: WalletOptions = { accountId, backend: '/wallet' }

describe('checkedOptions', () => {
  it.each<[string, Partial<WalletOptions>]>([
    ['a base URL', {}],
    ['a handler', { backend: async () => new Response() }],
    ['refreshAhead', { refreshAhead: 60 }],
    ['an uncompressed export signer', { exportSigner: uncompressed }],
    ['a compressed export signer', { exportSigner: `02${'AB'.repeat(32)}` }],
    ['passkey settings', { passkey: { rpId: 'example.com', timeout: 30_000, challengeEncoding: 'utf8' } }],
  ])('accepts the options %s', (_, more) => {
    expect(() => checkedOptions({ ...good, ...more })).not.toThrow()
  })

  it('reads the account in its canonical spelling, in which answers name it', () => {
    const [type, id = ''] = accountId.split(':')
    expect(checkedOptions({ ...good, accountId: `${type}:${id.toUpperCase()}` }).accountId).toBe(accountId)
  })

  it.each<[string, string, object]>([
    ['accountId', 'no account', { accountId: undefined }],
    ['accountId', 'an account of another type', { accountId: `Customer:${uuid}` }],
    ['accountId', 'a bare uuid', { accountId: uuid }],
    ['accountId', 'text behind the account', { accountId: `${accountId}/../x` }],
    ['accountId', 'a line behind the account', { accountId: `${accountId}\n` }],
    ['backend', 'no backend', { backend: undefined }],
    ['backend', 'an empty backend', { backend: '' }],
    ['backend', 'a backend that is an object', { backend: { fetch() {} } }],
    ['refreshAhead', 'refreshAhead 0', { refreshAhead: 0 }],
    ['refreshAhead', 'a negative refreshAhead', { refreshAhead: -1 }],
    ['refreshAhead', 'an infinite refreshAhead', { refreshAhead: Number.POSITIVE_INFINITY }],
    ['refreshAhead', 'refreshAhead as text', { refreshAhead: '60' }],
    ['exportSigner', 'an export signer that is too short', { exportSigner: uncompressed.slice(2) }],
    ['exportSigner', 'an export signer with another prefix', { exportSigner: `05${'ab'.repeat(64)}` }],
    [
      'exportSigner',
      'a compressed prefix on an uncompressed length',
      { exportSigner: `02${'ab'.repeat(64)}` },
    ],
    ['exportSigner', 'an empty export signer', { exportSigner: '' }],
    ['passkey.timeout', 'a timeout of 0', { passkey: { timeout: 0 } }],
    ['passkey.timeout', 'a timeout that is not a number', { passkey: { timeout: Number.NaN } }],
    ['passkey.timeout', 'a timeout without an end', { passkey: { timeout: Number.POSITIVE_INFINITY } }],
    ['keyDelivery', 'an unknown way of keys', { keyDelivery: 'client' }],
    ['otpSigner', 'a code signer that is no key', { otpSigner: 'abc' }],
    ['otpPublicKey', 'an unknown form of the key', { otpPublicKey: 'raw' }],
    ['headers', 'headers as text', { headers: 'X-CSRF: x' }],
    ['confirm', 'a question that is no function', { confirm: true }],
    ['passkey.rpId', 'a relying party with a scheme', { passkey: { rpId: 'https://example.com' } }],
    ['passkey.rpId', 'a relying party that is an address', { passkey: { rpId: '127.0.0.1' } }],
    ['passkey.rpid', 'an unknown setting of passkeys', { passkey: { rpid: 'example.com' } }],
    ['passkeys', 'an unknown option', { passkeys: {} }],
    ['passkey', 'settings that are no object', { passkey: true }],
  ])('the error names the option %s when given %s', (name, _, wrong) => {
    // What a caller without types may pass.
    const options = { ...good, ...wrong } as WalletOptions
    expect(() => checkedOptions(options)).toThrow(TypeError)
    expect(() => checkedOptions(options)).toThrow(`\`${name}\``)
  })
})

describe('readId', () => {
  it('accepts an id of the given type in upper and lower case', () => {
    expect(readId('Session', `Session:${uuid}`)).toBe(`Session:${uuid}`)
    expect(readId('Session', `sESSION:${uuid.toUpperCase()}`)).toBe(`Session:${uuid}`)
  })

  it.each([
    `AuthMethod:${uuid}`,
    `Session:${uuid}?a=b`,
    `x Session:${uuid}`,
    'Session:',
    'Session:..',
    '',
    undefined,
    null,
    42,
    [`Session:${uuid}`],
  ])('refuses %j as an id', (id) => {
    expect(() => readId('Session', id)).toThrow(TypeError)
  })
})

it('createWallet on a page without HTTPS says what is needed', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues })
  try {
    expect(() => createWallet({ accountId, backend: '/wallet' })).toThrow(/needs HTTPS or localhost/)
  } finally {
    vi.unstubAllGlobals()
  }
})
