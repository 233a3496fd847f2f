/** The packages that the build inlines: their changes, and what remains of them. @module */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import bs58check from 'bs58check'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, inlinePackages, noticeOf } from '../scripts/inline-packages.js'
import { inlinedForNode } from '../scripts/inlined-for-node.js'
import { inlined } from '../scripts/inlined-packages.js'
import { codeOnly, exportedNames, importsOf } from '../scripts/scan.js'
import { asWebauthnChallenge, testAuthenticator } from '../src/emulator/fixtures/authenticator.js'
import { utf8 } from '../src/encoding.js'
import { decodeBase58check } from '../src/wallet/crypto/base58check.js'
import { generateClientKey } from '../src/wallet/crypto/client-key.js'
import { openHpke } from '../src/wallet/crypto/hpke.js'
import { root } from './tree.js'

const inside = [...inlined, ...inlinedForNode]

/** Returns the code of an inlined file, as the build gets it. */
async function codeOf(file: string): Promise<string> {
  const { load } = inlinePackages(inside)
  if (typeof load !== 'function') throw new Error('the plugin loads nothing')
  const loaded: unknown = await Reflect.apply(load, undefined, [`${root}src/${file}.js`])
  return String(typeof loaded === 'object' && loaded !== null && 'code' in loaded ? loaded.code : '')
}

describe('an inlined package', () => {
  test.each(inlined)(
    '$file is one file without imports, Node or a second SHA-256',
    async ({ file, exports }) => {
      const code = await codeOf(file)
      expect(importsOf(code)).toEqual([])
      expect(exportedNames(code)).toHaveLength(Object.values(exports).flat().length)
      expect(codeOnly(code)).not.toMatch(/\brequire\(|\bprocess\b|\bBuffer\b|1116352408/)
    },
  )

  test.each(inside)('$file keeps the license of each package in it', ({ file, packages }) => {
    const notice = noticeOf(inside, `${file}.js`)
    const grants =
      /Permission is hereby granted|Permission to use, copy, modify|Redistribution and use in source|Apache License\s+Version 2/g
    for (const path of packages) {
      const name = path.replace(/^.*\/node_modules\//, '')
      expect(notice).toMatch(
        new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|0BSD|BSD-3-Clause|Apache-2\\.0)\\)$`, 'm'),
      )
    }
    expect(notice.match(grants)?.length).toBeGreaterThanOrEqual(packages.length)
  })

  test.each(inside)(
    '$file marks no call as pure whose result is called: Turbopack drops both',
    async ({ file }) => {
      expect(await codeOf(file)).not.toMatch(/^\(\/\* @__PURE__ \*\/ /m)
    },
  )

  test('the file of @simplewebauthn/server verifies a passkey as the whole package does', async () => {
    const code = await codeOf('inlined/simplewebauthn-server')
    const passkey = await testAuthenticator()
    const challenge = asWebauthnChallenge('a challenge')
    const [made, shown] = [await passkey.create(challenge), await passkey.get(challenge)]
    const expected = {
      expectedChallenge: challenge,
      expectedOrigin: 'http://localhost:5173',
      expectedRPID: 'localhost',
    }
    const { credentialId: id } = passkey
    const raw = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
    const { attestationObject, clientDataJson, ...others } = { ...made, ...shown }
    const registration = {
      ...expected,
      response: { ...raw, response: { attestationObject, clientDataJSON: made.clientDataJson } },
    }
    const whole: typeof import('@simplewebauthn/server') = await import('@simplewebauthn/server')
    const inFile: typeof whole = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
    )
    for (const { verifyAuthenticationResponse, verifyRegistrationResponse } of [whole, inFile]) {
      const { registrationInfo } = await verifyRegistrationResponse(registration)
      if (registrationInfo === undefined) throw new Error('the registration was not verified')
      const response = { clientDataJSON: clientDataJson, ...others }
      const assertion = {
        ...expected,
        credential: registrationInfo.credential,
        response: { ...raw, response },
      }
      expect(await verifyAuthenticationResponse(assertion)).toMatchObject({ verified: true })
      const wrong = { ...assertion, expectedOrigin: 'http://localhost:5174' }
      await expect(verifyAuthenticationResponse(wrong)).rejects.toThrow('origin')
    }
  })

  test('opens what the whole of @hpke/core seals', async () => {
    const suite = new CipherSuite({
      kem: new DhkemP256HkdfSha256(),
      kdf: new HkdfSha256(),
      aead: new Aes256Gcm(),
    })
    const { pair } = await generateClientKey()
    const bytes = fc.uint8Array({ maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (plaintext, given, aad) => {
        const info = Uint8Array.from(given)
        const sender = await suite.createSenderContext({ recipientPublicKey: pair.publicKey, info })
        const ciphertext = new Uint8Array(await sender.seal(Uint8Array.from(plaintext), Uint8Array.from(aad)))
        const message = { recipient: pair, enc: new Uint8Array(sender.enc), ciphertext, info }
        expect(await openHpke({ ...message, aad: Uint8Array.from(aad) })).toEqual(Uint8Array.from(plaintext))
      }),
      { numRuns: 50 },
    )
  })

  test('decodes base58check as the whole of bs58check does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 90 }), async (bytes) => {
        expect(await decodeBase58check(bs58check.encode(bytes), 160)).toEqual(bytes)
      }),
      { numRuns: 50 },
    )
  })

  test('refuses a wrong checksum as the whole of bs58check does', async () => {
    const text = bs58check.encode(utf8('a payload of some length'))
    for (const at of [0, 5, text.length - 1]) {
      const other = `${text.slice(0, at)}${text[at] === '2' ? '3' : '2'}${text.slice(at + 1)}`
      expect(bs58check.decodeUnsafe(other)).toBeUndefined()
      await expect(decodeBase58check(other, 160)).rejects.toMatchObject({ code: 'SEALED_KEY_CHECKSUM' })
    }
  })
})

describe('a change of an inlined package', () => {
  const code = 'class A {\n  a() { return b }\n  c() {}\n}\n'

  test('swaps, cuts and drops the given texts', () => {
    expect(changed('a b', [{ kind: 'swap', text: 'b', by: 'c', times: 1 }])).toBe('a c')
    expect(changed('a (b) c', [{ kind: 'cut', from: '(', to: ')', by: '-' }])).toBe('a - c')
    expect(changed(code, [{ kind: 'drop', methods: ['a', 'c'] }])).toMatch(/^class A \{\s*\}\s*$/)
  })

  test.each([
    ['a text that is missing', { kind: 'swap', text: 'd', by: '', times: 1 }],
    ['a text that occurs more often', { kind: 'swap', text: ')', by: '', times: 1 }],
    ['a cut without its end', { kind: 'cut', from: 'class', to: 'end', by: '' }],
    ['a cut that could begin twice', { kind: 'cut', from: '()', to: '}', by: '' }],
    ['a method that is missing', { kind: 'drop', methods: ['b'] }],
    ['fields that are written in another way', { kind: 'fields' }],
  ] as const)('fails the build for %s', (_, change) => {
    expect(() => changed(code, [change])).toThrow()
  })
})
