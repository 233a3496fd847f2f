/** The twin of WebCrypto returns the same results as WebCrypto, and refuses the same input. @module */
import { describe, expect, test } from 'vitest'
import { seededRandom } from './random.js'
import { createTwin, type TwinKey } from './twin.js'

const { subtle } = globalThis.crypto
const random = seededRandom('twin')
const twin = createTwin(() => random)
const [ecdsa, ecdh] = ['ECDSA', 'ECDH'].map((name) => ({ name, namedCurve: 'P-256', hash: 'SHA-256' })) as [
  EcKeyImportParams & EcdsaParams,
  EcKeyImportParams,
]
const hmac = { name: 'HMAC', hash: 'SHA-256' }
const text = (length: number) => random.bytes(length)
const hex = (buffer: ArrayBuffer): string => Buffer.from(buffer).toString('hex')

type Pair = { readonly publicKey: TwinKey; readonly privateKey: TwinKey }
const pairOf = (algorithm: typeof ecdsa | typeof ecdh, usages: readonly string[]): Pair =>
  twin.generateKey({ ...algorithm }, true, usages) as Pair
const jwkOf = (key: TwinKey): JsonWebKey => twin.exportKey('jwk', key) as JsonWebKey

/** Resolves with the names of the errors with which each of the two refuses, `none` if it does not. */
async function refusals(real: () => Promise<unknown>, own: () => unknown): Promise<readonly string[]> {
  const nameOf = async (work: () => unknown): Promise<string> => {
    try {
      await work()
      return 'none'
    } catch (error) {
      // Node spells one of the names differently.
      return error instanceof Error ? error.name.replace('Exception', 'Error') : 'no error'
    }
  }
  return [await nameOf(real), await nameOf(own)]
}

describe('the twin and the real one', () => {
  test('verify each other’s signatures, and nothing else', async () => {
    for (let round = 0; round < 20; round++) {
      const data = text(round * 7)
      const { publicKey, privateKey } = pairOf(ecdsa, ['sign', 'verify'])
      const realPrivate = await subtle.importKey('jwk', jwkOf(privateKey), ecdsa, true, ['sign'])
      const realPublic = await subtle.importKey('jwk', jwkOf(publicKey), ecdsa, true, ['verify'])
      const [ours, theirs] = [
        twin.sign({ ...ecdsa }, privateKey, data),
        await subtle.sign(ecdsa, realPrivate, data),
      ]
      for (const signature of [ours, theirs]) {
        const other = new Uint8Array(signature).map((byte, at) => (at === 40 ? byte ^ 1 : byte))
        expect(await subtle.verify(ecdsa, realPublic, signature, data)).toBe(true)
        expect(twin.verify({ ...ecdsa }, publicKey, signature, data)).toBe(true)
        expect(await subtle.verify(ecdsa, realPublic, other, data)).toBe(false)
        expect(twin.verify({ ...ecdsa }, publicKey, other, data)).toBe(false)
      }
    }
  })

  test('derive the same bits', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, two] = [pairOf(ecdh, ['deriveBits']), pairOf(ecdh, ['deriveBits'])]
      const key = await subtle.importKey('jwk', jwkOf(one.privateKey), ecdh, true, ['deriveBits'])
      const other = await subtle.importKey('jwk', jwkOf(two.publicKey), ecdh, true, [])
      const real = hex(await subtle.deriveBits({ name: 'ECDH', public: other }, key, 256))
      expect(hex(twin.deriveBits({ name: 'ECDH', public: two.publicKey }, one.privateKey, 256))).toBe(real)
    }
    const [secret, salt, info] = [text(32), text(16), text(9)]
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info }
    const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    const own = twin.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    expect(hex(twin.deriveBits(hkdf, own, 512))).toBe(hex(await subtle.deriveBits(hkdf, key, 512)))
  })

  test('seal, open, authenticate and digest the same', async () => {
    for (let round = 0; round < 20; round++) {
      const [secret, data, iv, additionalData] = [text(32), text(round * 5), text(12), text(round)]
      const usages = ['encrypt', 'decrypt'] as const
      const gcm = { name: 'AES-GCM', iv, additionalData }
      const key = await subtle.importKey('raw', secret, 'AES-GCM', false, usages)
      const own = twin.importKey('raw', secret, 'AES-GCM', false, usages)
      const sealed = await subtle.encrypt(gcm, key, data)
      expect(hex(twin.encrypt(gcm, own, data))).toBe(hex(sealed))
      expect(hex(twin.decrypt(gcm, own, sealed))).toBe(hex(data.buffer))
      const mac = await subtle.importKey('raw', secret, hmac, false, ['sign'])
      const ownMac = twin.importKey('raw', secret, hmac, false, ['sign'])
      expect(hex(twin.sign('HMAC', ownMac, data))).toBe(hex(await subtle.sign('HMAC', mac, data)))
      for (const digest of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'])
        expect(hex(twin.digest(digest, data))).toBe(hex(await subtle.digest(digest, data)))
    }
  })

  test('read and write the same formats', async () => {
    const pair = await subtle.generateKey(ecdsa, true, ['sign', 'verify'])
    const [raw, spki] = await Promise.all(
      (['raw', 'spki'] as const).map((format) => subtle.exportKey(format, pair.publicKey)),
    )
    const pkcs8 = await subtle.exportKey('pkcs8', pair.privateKey)
    const jwk = await subtle.exportKey('jwk', pair.privateKey)
    for (const [format, data] of [['raw', raw] as const, ['spki', spki] as const])
      for (const wanted of ['raw', 'spki'])
        expect(twin.exportKey(wanted, twin.importKey(format, data, { ...ecdsa }, true, ['verify']))).toEqual(
          wanted === 'raw' ? raw : spki,
        )
    for (const [format, data] of [['pkcs8', pkcs8] as const, ['jwk', jwk] as const])
      expect(jwkOf(twin.importKey(format, data, { ...ecdsa }, true, ['sign']))).toEqual(jwk)
  })

  test('refuse the same with the same error', async () => {
    const { publicKey, privateKey } = twin.generateKey({ ...ecdsa }, false, ['sign', 'verify']) as Pair
    const real = await subtle.generateKey(ecdsa, false, ['sign', 'verify'])
    const secret = text(32)
    const gcm = { name: 'AES-GCM', iv: text(12) }
    const sealing = await subtle.importKey('raw', secret, 'AES-GCM', false, ['decrypt'])
    const ownSealing = twin.importKey('raw', secret, 'AES-GCM', false, ['decrypt'])
    const off = Uint8Array.of(4, ...text(64))
    const both: readonly (readonly [() => Promise<unknown>, () => unknown])[] = [
      [() => subtle.exportKey('jwk', real.privateKey), () => twin.exportKey('jwk', privateKey)],
      [() => subtle.sign(ecdsa, real.publicKey, secret), () => twin.sign({ ...ecdsa }, publicKey, secret)],
      [
        () => subtle.importKey('raw', off, ecdsa, true, ['verify']),
        () => twin.importKey('raw', off, { ...ecdsa }, true, ['verify']),
      ],
      [
        () => subtle.importKey('pkcs8', text(67), ecdsa, true, ['sign']),
        () => twin.importKey('pkcs8', text(67), { ...ecdsa }, true, ['sign']),
      ],
      [
        () => subtle.generateKey(ecdh, false, ['sign'] as never),
        () => twin.generateKey({ ...ecdh }, false, ['sign']),
      ],
      [() => subtle.decrypt(gcm, sealing, text(40)), () => twin.decrypt(gcm, ownSealing, text(40))],
      [() => subtle.encrypt(gcm, sealing, secret), () => twin.encrypt(gcm, ownSealing, secret)],
    ]
    for (const [ask, own] of both) {
      const [theirs, ours] = await refusals(ask, own)
      expect(theirs).not.toBe('none')
      expect(ours).toBe(theirs)
    }
  })
})

test('one seed gives the same keys and signatures again', () => {
  const once = (): readonly string[] => {
    const own = seededRandom('again')
    const { sign, generateKey, exportKey } = createTwin(() => own)
    const { publicKey, privateKey } = generateKey({ ...ecdsa }, true, ['sign', 'verify']) as Pair
    return [hex(exportKey('raw', publicKey) as ArrayBuffer), hex(sign({ ...ecdsa }, privateKey, text(0)))]
  }
  expect(once()).toEqual(once())
})
