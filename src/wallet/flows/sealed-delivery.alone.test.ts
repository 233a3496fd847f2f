import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import { bundle, fromHex } from '../crypto/fixtures/client-keys.js'
import type { KeyDelivery } from '../crypto/key-delivery.js'

const clock = systemClock()
const scalar = fromHex('24aa45457f03a1976ac219496b1b21d07a813c6463bdfbe18157837fc3a6cb17')
let delivery: KeyDelivery

// Loads the module again, as a new page does, so that nothing is warmed up.
beforeEach(async () => {
  vi.resetModules()
  delivery = (await import('./sealed-delivery.js')).sealedDelivery
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the delivery of a sealed session key', () => {
  it('opens the key in an answer with the client key that the request carried', async () => {
    const clientKey = await delivery.generate()
    const answer: Session = {
      id: 'Session:1',
      accountId: 'InternalAccount:1',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-01T00:15:00.000Z',
      encryptedSessionSigningKey: bundle(clientKey.publicKey, scalar),
    }
    const { publicKey, privateKey } = await delivery.open(answer, clientKey, clock)
    expect(publicKey).toBe('039cbf3461d59c89878fd9d16b95bb2dfd363b4581944765bfa949c37ced319345')
    expect(privateKey.extractable).toBe(false)
  })

  it('opens a sample key twice per page, even if preload is called several times', async () => {
    const generateKey = vi.spyOn(crypto.subtle, 'generateKey')
    const sign = vi.spyOn(crypto.subtle, 'sign')
    await delivery.preload(clock)
    expect(generateKey).toHaveBeenCalledOnce()
    await delivery.preload(clock)
    expect(generateKey).toHaveBeenCalledOnce()
    // The sample key has been opened when its test signature and the stamp are made.
    await expect.poll(() => sign.mock.calls.length).toBeGreaterThan(1)
    // Each run generates a client key and, to seal the sample key to it, an ephemeral key.
    await expect.poll(() => generateKey.mock.calls.length).toBe(4)
    await delivery.preload(clock)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(generateKey).toHaveBeenCalledTimes(4)
  })
})
