import { describe, expect, it } from 'vitest'
import { compressedHex, generateClientKey, generateHeldKey } from '../crypto/client-key.js'
import { sha256Hex } from '../crypto/fixtures/client-keys.js'
import { assertBound } from './challenge-body.js'

const clientKey = await generateClientKey()
const other = await generateClientKey()

/** The body of a new session for a key, and its hash as the challenge. */
const challengeFor = (targetPublicKey: string, type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2') => {
  const payloadToSign = JSON.stringify({ type, parameters: { targetPublicKey } })
  return { payloadToSign, challenge: sha256Hex(payloadToSign) }
}

const refusal = (why: string) =>
  expect.objectContaining({ code: 'PAYLOAD_REFUSED', message: expect.stringContaining(why) })

describe('the body behind a passkey challenge', () => {
  it('accepts the body that is hashed, and that names the key of the attempt in either encoding', async () => {
    const { publicKey } = clientKey
    for (const key of [publicKey, compressedHex(publicKey)])
      await expect(assertBound(challengeFor(key), clientKey)).resolves.toBeUndefined()
  })

  it('accepts the compressed key that a page holds itself', async () => {
    const held = await generateHeldKey()
    await expect(assertBound(challengeFor(held.publicKey), held)).resolves.toBeUndefined()
  })

  it('refuses a body that is not the one that was hashed', async () => {
    const { payloadToSign } = challengeFor(clientKey.publicKey)
    const { challenge } = challengeFor(other.publicKey)
    await expect(assertBound({ payloadToSign, challenge }, clientKey)).rejects.toEqual(
      refusal('is not the one'),
    )
    await expect(assertBound({ payloadToSign }, clientKey)).rejects.toEqual(refusal('is not the one'))
  })

  it("refuses a body that names a key other than the attempt's, although it is the one that was hashed", async () => {
    await expect(assertBound(challengeFor(other.publicKey), clientKey)).rejects.toEqual(
      refusal('names a key'),
    )
  })

  it('refuses a body for something else than a new session', async () => {
    const exporting = challengeFor(clientKey.publicKey, 'ACTIVITY_TYPE_EXPORT_WALLET')
    await expect(assertBound(exporting, clientKey)).rejects.toEqual(refusal('not for refreshSession'))
  })

  it('accepts a challenge without a body, and any body where no key is bound', async () => {
    await expect(assertBound(undefined, clientKey)).resolves.toBeUndefined()
    await expect(assertBound({ challenge: 'ab' }, clientKey)).resolves.toBeUndefined()
    await expect(assertBound({ challenge: 'ab', payloadToSign: 7 }, clientKey)).resolves.toBeUndefined()
    await expect(assertBound({ ...challengeFor('02'), challenge: 'ab' }, undefined)).resolves.toBeUndefined()
  })
})
