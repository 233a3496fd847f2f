import { createPublicKey, ECDH, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fromHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import type { SessionKey } from './prove-session-key.js'
import { importSessionKey } from './session-key.js'
import { stamp } from './stamp.js'

const { positive, negative } = vectors.stamp

/** A strict verifier of stamps that shares no code with the library. It uses node:crypto, Buffer and a pattern. */
function verifies(headerValue: string, payloadToSign: string, expectedPublicKey?: string): boolean {
  if (!/^[A-Za-z0-9_-]+$/.test(headerValue)) return false
  const text = Buffer.from(headerValue, 'base64url').toString('utf8')
  const fields = text.match(
    /^\{"publicKey":"(0[23][0-9a-f]{64})","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"((?:[0-9a-f]{2})+)"\}$/,
  )
  const [, publicKey, signature] = fields ?? []
  if (!publicKey || !signature) return false
  if (expectedPublicKey !== undefined && publicKey !== expectedPublicKey) return false
  const raw = Buffer.from(
    ECDH.convertKey(publicKey, 'prime256v1', 'hex', 'hex', 'uncompressed').toString(),
    'hex',
  )
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: raw.subarray(1, 33).toString('base64url'),
    y: raw.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('sha256', Buffer.from(payloadToSign, 'utf8'), key, Buffer.from(signature, 'hex'))
}

describe('the independent verifier of stamps', () => {
  it.each(positive)('accepts the vector $id', (vector) => {
    const headerValue = vector.headerValue
    const payload = vector.payloadToSign ?? positive[3]?.payloadToSign ?? ''
    expect(verifies(headerValue, payload, vector.publicKey)).toBe(true)
  })

  it.each(negative)('refuses the vector $id', ({ headerValue, payloadToSign }) => {
    expect(verifies(headerValue, payloadToSign, positive[0]?.publicKey)).toBe(false)
  })
})

describe('stamp', () => {
  const keys = new Map<string, SessionKey>()

  beforeAll(async () => {
    for (const { sessionPrivateKey, publicKey } of positive) {
      keys.set(publicKey, await importSessionKey(fromHex(sessionPrivateKey)))
    }
  })

  const stampWith = (publicKey: string, payloadToSign: string): Promise<string> => {
    const key = keys.get(publicKey)
    if (!key) throw new Error(`no key ${publicKey}`)
    return stamp(payloadToSign, key.privateKey, key.publicKey)
  }

  it.each(positive)('makes a stamp that node:crypto accepts for payload and key of $id', async (vector) => {
    const payload = vector.payloadToSign ?? positive[3]?.payloadToSign ?? ''
    expect(verifies(await stampWith(vector.publicKey, payload), payload, vector.publicKey)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['white space around JSON', '  {"a": 1}\n'],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['decomposed and composed accents', 'e\u0301 \u00e9'],
    ['astral characters', '\u{1f600}'],
    ['NUL and line ends', 'a\u0000b\r\nc'],
    ['100 kB', 'x'.repeat(100_000)],
  ])('stamps the exact characters of the payload: %s', async (_, payload) => {
    const publicKey = positive[0]?.publicKey ?? ''
    const stamped = await stampWith(publicKey, payload)
    expect(verifies(stamped, payload, publicKey)).toBe(true)
    expect(verifies(stamped, `${payload} `, publicKey)).toBe(false)
  })

  it.each([
    ['WebCrypto', 0],
    ['a page whose `sign` reads the bytes later', 3],
  ])('stamps that are begun together cover each its own payload, with %s', async (_, turns) => {
    const original = crypto.subtle.sign.bind(crypto.subtle)
    const late = vi.spyOn(crypto.subtle, 'sign').mockImplementation(async (...args) => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      return original(...args)
    })
    try {
      const publicKey = positive[0]?.publicKey ?? ''
      const payloads = Array.from({ length: 100 }, (_, n) => `${n}`.repeat(1 + ((7 * n) % 100)))
      const stamped = await Promise.all(payloads.map((payload) => stampWith(publicKey, payload)))
      expect(payloads.filter((payload, n) => !verifies(stamped[n] ?? '', payload, publicKey))).toEqual([])
    } finally {
      late.mockRestore()
    }
  })

  it.each(['\ud800', 'a\udfffb', '\udc00\ud800'])('refuses the unpaired surrogate in %j', async (payload) => {
    await expect(stampWith(positive[0]?.publicKey ?? '', payload)).rejects.toBeInstanceOf(TypeError)
  })

  it('where strings have no isWellFormed, refuses unpaired surrogates and stamps paired ones', async () => {
    const own = Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed') ?? expect.fail('none')
    Reflect.deleteProperty(String.prototype, 'isWellFormed')
    onTestFinished(() => void Object.defineProperty(String.prototype, 'isWellFormed', own))
    const publicKey = positive[0]?.publicKey ?? ''
    for (const payload of ['\ud800', 'a\udfffb', '\udc00\ud800'])
      await expect(stampWith(publicKey, payload)).rejects.toBeInstanceOf(TypeError)
    for (const payload of ['', 'a', '\u{1f600}'])
      expect(verifies(await stampWith(publicKey, payload), payload, publicKey)).toBe(true)
  })

  it('writes a stamp as unpadded base64url of minimal DER, for a high s and a low one', async () => {
    const publicKey = positive[0]?.publicKey ?? ''
    const lengths = new Set<number>()
    for (let i = 0; i < 300; i++) {
      const payload = `payload ${i}`
      const stamped = await stampWith(publicKey, payload)
      expect(verifies(stamped, payload, publicKey)).toBe(true)
      lengths.add(JSON.parse(Buffer.from(stamped, 'base64url').toString()).signature.length / 2)
    }
    expect(Math.max(...lengths)).toBe(72)
    expect(Math.min(...lengths)).toBeLessThan(72)
  })

  it('writes a stamp without characters that are special in a header or a URL', async () => {
    const [vector] = positive
    const key = keys.get(vector?.publicKey ?? '')
    if (!key) throw new Error('no key')
    // Signatures of different lengths, and so with and without padding.
    for (let n = 0; n < 60; n++) {
      const stamped = await stamp(`${n}`, key.privateKey, key.publicKey)
      expect(stamped).toMatch(/^[\w-]+$/)
      const json = Buffer.from(stamped, 'base64url')
      expect(JSON.parse(json.toString())).toMatchObject({ publicKey: key.publicKey })
      expect(stamped).toBe(json.toString('base64url'))
    }
  })

  it('makes a stamp that is valid for no other payload and no other key', async () => {
    const [a, b] = positive
    const stamped = await stampWith(a?.publicKey ?? '', 'one')
    expect(verifies(stamped, 'two', a?.publicKey)).toBe(false)
    expect(verifies(stamped, 'one', b?.publicKey)).toBe(false)
  })

  it('rejects a key that cannot sign, with the error of WebCrypto', async () => {
    const key = keys.get(positive[0]?.publicKey ?? '')
    if (!key) throw new Error('no key')
    await expect(stamp('x', key.verifyKey, key.publicKey)).rejects.toThrow()
  })
})

describe('what a restored session loads', () => {
  /** Every module that a file of this library imports, directly or indirectly. */
  function reaches(url: URL, seen: Set<string> = new Set()): Set<string> {
    for (const [, specifier = ''] of readFileSync(url, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^']*from '(.+)'/gm,
    )) {
      if (!specifier.startsWith('.')) seen.add(specifier)
      else {
        const next = new URL(specifier.replace(/\.js$/, '.ts'), url)
        if (!seen.has(next.href)) reaches(next, seen.add(next.href))
      }
    }
    return seen
  }

  it.each(['stamp.ts', 'prove-session-key.ts', 'client-key.ts'])('needs no package for %s', (file) => {
    const packages = [...reaches(new URL(file, import.meta.url))].filter((name) => !name.startsWith('file:'))
    expect(packages).toEqual([])
  })

  it('needs curve, HPKE and base58 code to open a sealed key, and no part of the first load does', () => {
    const packages = ['@noble/curves/nist.js', '@hpke/core', 'bs58check']
    const opens = reaches(new URL('sealed-key.ts', import.meta.url))
    expect([...opens]).toEqual(expect.arrayContaining(packages))
    const first = [...reaches(new URL('../../index.ts', import.meta.url))]
    expect(first.filter((name) => !name.startsWith('file:'))).toEqual(['idb-keyval'])
  })
})
