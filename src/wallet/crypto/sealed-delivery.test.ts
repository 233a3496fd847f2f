import { expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import { bundle, fromHex } from './fixtures/client-keys.js'
import { sealedDelivery } from './sealed-delivery.js'

const scalar = fromHex('24aa45457f03a1976ac219496b1b21d07a813c6463bdfbe18157837fc3a6cb17')

it('opens the key in an answer with the client key that the request carried', async () => {
  const clientKey = await sealedDelivery.generate()
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
  const { publicKey, privateKey } = await sealedDelivery.open(answer, clientKey, systemClock())
  expect(publicKey).toBe('039cbf3461d59c89878fd9d16b95bb2dfd363b4581944765bfa949c37ced319345')
  expect(privateKey.extractable).toBe(false)
})
