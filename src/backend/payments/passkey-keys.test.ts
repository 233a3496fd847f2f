import { describe, expect, it } from 'vitest'
import { testAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import type { Attestation } from '../../wire/credentials.js'
import { attestedPasskey, recoveredPasskey } from './passkey-keys.js'

const made = async (): Promise<Attestation> => (await testAuthenticator()).create('AAAA')

/** Replaces bytes of the attestation object, given in hex. */
function replaced(attestation: Attestation, from: string | RegExp, to: string): Attestation {
  const hex = Buffer.from(attestation.attestationObject, 'base64url').toString('hex')
  expect(hex).toMatch(from)
  return {
    ...attestation,
    attestationObject: Buffer.from(hex.replace(from, to), 'hex').toString('base64url'),
  }
}

describe('attestedPasskey', () => {
  it('an attestation gives the key under which the passkey signs', async () => {
    const authenticator = await testAuthenticator()
    const attested = attestedPasskey(await authenticator.create('AAAA', { counter: 7 }))
    expect(attested).toMatchObject({ keys: [expect.any(String)], counter: 7 })
    const recovered = await recoveredPasskey(await authenticator.get('AAAA'))
    expect(recovered?.keys).toContain(attested?.keys[0])
  })

  it.each<[string, (attestation: Attestation) => Attestation]>([
    ['is of another credential', (given) => ({ ...given, credentialId: 'AAAA' })],
    ['has a key of another type', (given) => replaced(given, 'a5010203', 'a5010103')],
    ['has a key for another algorithm', (given) => replaced(given, 'a501020326', 'a501020327')],
    ['has a key on another curve', (given) => replaced(given, 'a50102032620', 'a50102032621')],
    ['has a key on P-384', (given) => replaced(given, 'a5010203262001', 'a5010203262002')],
    [
      'has coordinates of other lengths',
      (given) => replaced(given, /215820(.{62})(..)225820/, '21581f$1225821$2'),
    ],
    ['has a text as coordinate', (given) => replaced(given, '215820', '217820')],
    ['has a shorter coordinate', (given) => replaced(given, '20012158', '20012157')],
    ['is not CBOR', (given) => ({ ...given, attestationObject: 'AAAA' })],
    ['is empty', (given) => ({ ...given, attestationObject: '' })],
    ['is cut off', (given) => ({ ...given, attestationObject: given.attestationObject.slice(0, -40) })],
  ])('an attestation that %s gives no key', async (_, change) => {
    expect(attestedPasskey(change(await made()))).toBeUndefined()
  })

  it('an attestation without an attested credential gives no key', async () => {
    expect(attestedPasskey(await (await testAuthenticator()).create('AAAA', { flags: 0x05 }))).toBeUndefined()
  })
})

describe('recoveredPasskey', () => {
  it('two signatures of a passkey have its key, and no other, in common', async () => {
    const authenticator = await testAuthenticator()
    const [first, second] = [
      (await recoveredPasskey(await authenticator.get('AAAA')))?.keys ?? [],
      (await recoveredPasskey(await authenticator.get('BBBB')))?.keys ?? [],
    ]
    const attested = attestedPasskey(await authenticator.create('AAAA'))
    expect(first.filter((key) => second.includes(key))).toEqual(attested?.keys)
  })

  it.each(['', 'AAAA', 'MAYCAQACAQA'])('the signature %j gives no key', async (signature) => {
    const assertion = await (await testAuthenticator()).get('AAAA')
    expect(await recoveredPasskey({ ...assertion, signature })).toBeUndefined()
  })

  it('an assertion whose authenticator data is cut off gives no key', async () => {
    const assertion = await (await testAuthenticator()).get('AAAA')
    const bytes = base64urlToBytes(assertion.authenticatorData) ?? new Uint8Array()
    const authenticatorData = bytesToBase64url(bytes.subarray(0, 36))
    expect(await recoveredPasskey({ ...assertion, authenticatorData })).toBeUndefined()
  })
})
