import { Aes256Gcm } from '@hpke/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientKeyOf, fromHex, sealTo, toHex } from './fixtures/client-keys.js'
import { seal } from './fixtures/rfc9180.js'
import published from './fixtures/rfc9180.json'
import vectors from './fixtures/vectors.json'
import { openForClient, openHpke } from './hpke.js'

describe('openHpke', () => {
  const aes256 = published.vectors.filter((vector) => vector.aead_id === 2)

  it.each(aes256)('opens the published vector of AEAD $aead_id (RFC 9180)', async (vector) => {
    const { pair } = await clientKeyOf(vector.skRm)
    const [message] = vector.encryptions
    const opened = await openHpke({
      recipient: pair,
      enc: fromHex(vector.enc),
      ciphertext: fromHex(message?.ct ?? ''),
      info: fromHex(vector.info),
      aad: fromHex(message?.aad ?? ''),
    })
    expect(toHex(opened)).toBe(message?.pt)
  })

  it.each(['enc', 'ciphertext', 'info', 'aad'] as const)(
    'rejects with OPEN when one bit of %s is flipped',
    async (part) => {
      const [vector] = aes256
      const [encryption] = vector?.encryptions ?? []
      const { pair } = await clientKeyOf(vector?.skRm ?? '')
      const message = {
        recipient: pair,
        enc: fromHex(vector?.enc ?? ''),
        ciphertext: fromHex(encryption?.ct ?? ''),
        info: fromHex(vector?.info ?? ''),
        aad: fromHex(encryption?.aad ?? ''),
      }
      const bytes = message[part]
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      await expect(openHpke(message)).rejects.toMatchObject({
        name: 'SealedKeyError',
        code: 'SEALED_KEY_OPEN',
      })
    },
  )

  it('keeps the original error as the cause', async () => {
    const { pair, publicKey } = await clientKeyOf(vectors.sessionBundle.positive[0]?.receiverPrivateKey ?? '')
    const empty = new Uint8Array()
    const opening = openHpke({
      recipient: pair,
      enc: fromHex(publicKey),
      ciphertext: empty,
      info: empty,
      aad: empty,
    })
    await expect(opening).rejects.toHaveProperty('cause')
  })
})

describe('the independent HPKE that other tests seal with', () => {
  it.each(published.vectors)('seals the published vector of AEAD $aead_id (RFC 9180)', (vector) => {
    const [message] = vector.encryptions
    const sealed = seal({
      recipient: fromHex(vector.pkRm),
      plaintext: fromHex(message?.pt ?? ''),
      info: fromHex(vector.info),
      aad: () => fromHex(message?.aad ?? ''),
      ephemeralPrivateKey: fromHex(vector.skEm),
      aead: vector.aead_id === 1 ? 1 : 2,
    })
    expect(toHex(sealed.enc)).toBe(vector.enc)
    expect(toHex(sealed.ciphertext)).toBe(message?.ct)
  })
})

describe('the key of a message', () => {
  const message = async () => {
    const clientKey = await clientKeyOf('01'.repeat(32))
    const { enc, ciphertext } = sealTo(clientKey.publicKey, Buffer.from('some bytes'))
    return [Uint8Array.from(enc), Uint8Array.from(ciphertext), clientKey] as const
  }

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('imports the key of a message as non-extractable, and wipes its bytes', async () => {
    const parts = await message()
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits')
    await openForClient(...parts)
    const calls = importKey.mock.calls.filter((call) => String(call[2]) === 'AES-GCM')
    expect(calls.map(([, bytes, , extractable]) => [bytes, extractable])).toEqual([
      [new Uint8Array(32), false],
    ])
    // These are the bytes that WebCrypto derived, and not a copy of them.
    const derived = await Promise.all(deriveBits.mock.results.map(({ value }) => value))
    expect(derived.map((bits) => new Uint8Array(bits))).toContainEqual(new Uint8Array(32))
  })

  it('Aes256Gcm of @hpke/core keeps the bytes of a key until the first message, and imports an extractable key', async () => {
    const key = new Uint8Array(32).fill(7)
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    const context = new Aes256Gcm().createEncryptionContext(key.buffer)
    await new Promise((resolve) => setTimeout(resolve))
    expect(key).toEqual(new Uint8Array(32).fill(7))
    expect(importKey).not.toHaveBeenCalled()
    await context.seal(new Uint8Array(12), new Uint8Array(), new Uint8Array())
    expect(importKey.mock.calls.map((call) => call[3])).toEqual([true])
  })

  it('rejects with OPEN when the key of a message cannot be imported', async () => {
    const parts = await message()
    const real = crypto.subtle.importKey.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...call: unknown[]) =>
      call[2] === 'AES-GCM'
        ? Promise.reject(new DOMException('no', 'NotSupportedError'))
        : Reflect.apply(real, undefined, call),
    )
    await expect(openForClient(...parts)).rejects.toMatchObject({ code: 'SEALED_KEY_OPEN' })
  })
})

describe('openForClient', () => {
  it.each(vectors.sessionBundle.positive)(
    'opens the vector $id with info and AAD of the service',
    async (vector) => {
      const opened = await openForClient(
        fromHex(vector.encUncompressed),
        fromHex(vector.ciphertextAndTag),
        await clientKeyOf(vector.receiverPrivateKey),
      )
      expect(toHex(opened)).toBe(vector.plaintext)
    },
  )

  it('opens a message that a second implementation sealed', async () => {
    const clientKey = await clientKeyOf('01'.repeat(32))
    const { enc, ciphertext } = sealTo(clientKey.publicKey, Buffer.from('some bytes'))
    const opened = await openForClient(Uint8Array.from(enc), Uint8Array.from(ciphertext), clientKey)
    expect(Buffer.from(opened).toString()).toBe('some bytes')
  })
})
