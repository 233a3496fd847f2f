/** Seals an HPKE message (RFC 9180) to the service, as the service seals to a page (wire-facts 1.2). @module */
import type { Bytes, CryptoKeyPair } from '../../encoding.js'
import { associatedData, INFO, suite } from './hpke-suite.js'

/** A sealed message. */
export interface SealedMessage {
  /** The encapsulated key, uncompressed. */
  readonly enc: Bytes
  /** Ciphertext and tag. */
  readonly ciphertext: Bytes
}

/**
 * Seals a plaintext to a public key.
 *
 * @param target - uncompressed, 65 bytes, already checked to lie on the curve
 * @param ephemeral - only for test vectors: the key pair to use instead of a fresh one
 */
export async function sealToService(
  plaintext: Bytes,
  target: Bytes,
  ephemeral?: CryptoKeyPair,
): Promise<SealedMessage> {
  const recipientPublicKey = await suite.kem.importKey('raw', target.buffer, true)
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: INFO,
    ...(ephemeral && { ekm: ephemeral }),
  })
  const enc = new Uint8Array(sender.enc)
  const sealed = await sender.seal(plaintext, associatedData(enc, target))
  return { enc, ciphertext: new Uint8Array(sealed) }
}
