import { p256 } from '@noble/curves/nist.js'
import { hexToBytes } from 'embedded-wallet-auth/wire'
import { expect, it } from 'vitest'
import vectors from '../../../src/wallet/crypto/fixtures/vectors.json'
import { clientKey, openWith } from '../fixtures/client.js'
import { envelopeSigner, exportEnvelope, unsigned } from './export-envelope.js'
import { randomKeyPair } from './key-pair.js'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => hexToBytes(hex) ?? new Uint8Array()
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

it('an export has a signature over the bytes of its data, and opens to the recovery phrase', async () => {
  const key = clientKey()
  const signer = envelopeSigner(randomKeyPair())
  const envelope = JSON.parse(await exportEnvelope(phrase, 'org', bytes(key.publicKey), signer)) as Record<
    string,
    string
  >
  const data = bytes(envelope['data'] ?? '')
  const signature = bytes(envelope['dataSignature'] ?? '')
  expect(envelope['enclaveQuorumPublic']).toBe(signer.publicKey)
  expect(p256.verify(signature, data, bytes(signer.publicKey), { format: 'der', lowS: false })).toBe(true)
  const inner = JSON.parse(new TextDecoder().decode(data)) as Record<string, string>
  expect(inner['organizationId']).toBe('org')
  const opened = await openWith(key, bytes(inner['encappedPublic'] ?? ''), bytes(inner['ciphertext'] ?? ''))
  expect(new TextDecoder().decode(opened)).toBe(phrase)
})

it('an export has the members of an independently made envelope, in the same order', async () => {
  const theirs = vectors.exportEnvelope.vectors[0]
  const ours = await exportEnvelope(
    phrase,
    'org',
    bytes(clientKey().publicKey),
    envelopeSigner(randomKeyPair()),
  )
  const members = (text: string): string[] => Object.keys(JSON.parse(text) as object)
  const data = (text: string): string =>
    new TextDecoder().decode(bytes((JSON.parse(text) as { data: string }).data))
  expect(members(ours)).toEqual(members(theirs?.envelope ?? ''))
  expect(members(data(ours))).toEqual(members(theirs?.dataText ?? ''))
})

it('an export is not signed in the sandbox', async () => {
  const text = await exportEnvelope(phrase, 'org', bytes(clientKey().publicKey), unsigned)
  expect(JSON.parse(text)).toMatchObject({ dataSignature: '', enclaveQuorumPublic: '' })
})
