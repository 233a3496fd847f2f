import { afterEach, describe, expect, it, vi } from 'vitest'
import { generateClientKey } from './client-key.js'
import { bundle, fromHex } from './fixtures/client-keys.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'
import { warmUp } from './warm-up.js'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('warmUp', () => {
  it('runs every step of the verify path, up to a stamp', async () => {
    const methods = [
      'generateKey',
      'encrypt',
      'decrypt',
      'deriveBits',
      'importKey',
      'exportKey',
      'sign',
      'verify',
    ] as const
    const spies = methods.map((method) => vi.spyOn(crypto.subtle, method))
    await warmUp()
    expect(spies.filter((spy) => spy.mock.calls.length === 0)).toEqual([])
    const stamped = vi.mocked(crypto.subtle.sign).mock.calls.at(-1)?.[2]
    expect(stamped).toEqual(new Uint8Array())
  })

  it('a warm-up runs in four tasks', async () => {
    const tasks = vi.spyOn(globalThis, 'setTimeout')
    await warmUp()
    expect(tasks).toHaveBeenCalledTimes(3)
  })

  it('a warm-up opens the key that it has sealed, so that no step fails', async () => {
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    await warmUp()
    await expect(decrypt.mock.results[0]?.value).resolves.toHaveProperty('byteLength', 32)
  })

  it.each(['generateKey', 'decrypt', 'importKey', 'sign'] as const)(
    'resolves a warm-up even when %s fails',
    async (method) => {
      vi.spyOn(crypto.subtle, method).mockRejectedValue(new DOMException('no', 'NotSupportedError'))
      await expect(warmUp()).resolves.toBeUndefined()
    },
  )
})

describe('the verify path', () => {
  it('the verify path turns a sealed key into a session key that signs', async () => {
    const clientKey = await generateClientKey()
    const scalar = fromHex('24aa45457f03a1976ac219496b1b21d07a813c6463bdfbe18157837fc3a6cb17')
    const key = await importSessionKey(await openSealedKey(bundle(clientKey.publicKey, scalar), clientKey))
    expect(key.publicKey).toBe('039cbf3461d59c89878fd9d16b95bb2dfd363b4581944765bfa949c37ced319345')
  })
})
