/** HPKE (RFC 9180) as the service uses it: base mode, one message (wire-facts 1.2 [provider SDK] [run]). @module */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, type CryptoKeyPair, hexToBytes, utf8 } from '../../encoding.js'
import { SealedKeyError } from '../../flow-errors.js'
import type { ClientKey } from './client-key.js'

/**
 * The HPKE info string. The service's guides say that it is empty [reference], but sealed keys open only with this
 * value [provider SDK] [run].
 */
const INFO = utf8('turnkey_hpke')

/** The cipher suite: KEM 0x0010, KDF 0x0001, AEAD 0x0002. */
const suite: CipherSuite = /* @__PURE__ */ new CipherSuite({
  kem: /* @__PURE__ */ new DhkemP256HkdfSha256(),
  kdf: /* @__PURE__ */ new HkdfSha256(),
  aead: /* @__PURE__ */ new Aes256Gcm(),
})

/** A sealed message, with everything that is needed to open it. */
export interface HpkeMessage {
  /** The whole key pair, because WebKit cannot derive the public half from the private key. */
  readonly recipient: CryptoKeyPair
  /** The encapsulated key: uncompressed, and already checked to lie on the curve. */
  readonly enc: Bytes
  /** Ciphertext and tag. */
  readonly ciphertext: Bytes
  readonly info: Bytes
  readonly aad: Bytes
}

/**
 * Resolves with the plaintext. Rejects with {@link SealedKeyError} `SEALED_KEY_OPEN` if the key, info, AAD or
 * ciphertext do not match.
 */
export async function openHpke(message: HpkeMessage): Promise<Bytes> {
  const { recipient, enc, ciphertext, info, aad } = message
  try {
    return new Uint8Array(await suite.open({ recipientKey: recipient, enc, info }, ciphertext, aad))
  } catch (cause) {
    throw new SealedKeyError('SEALED_KEY_OPEN', 'The sealed bytes cannot be opened with this client key.', {
      cause,
    })
  }
}

/**
 * Opens a ciphertext that the service has sealed to a client key. Rejects with {@link SealedKeyError}
 * `SEALED_KEY_OPEN`.
 *
 * @param enc - uncompressed, 65 bytes, already checked to lie on the curve
 * @param ciphertext - with its 16-byte tag
 */
export function openForClient(enc: Bytes, ciphertext: Bytes, clientKey: ClientKey): Promise<Bytes> {
  return openHpke({
    recipient: clientKey.pair,
    enc,
    ciphertext,
    info: INFO,
    aad: associatedData(enc, clientKey.publicKey),
  })
}

/** Seals a message as the service does. Used only by the warm-up. The returned `enc` is uncompressed. */
export async function sealForClient(
  plaintext: Bytes,
  clientKey: ClientKey,
): Promise<{ readonly enc: Bytes; readonly ciphertext: Bytes }> {
  const sender = await suite.createSenderContext({
    recipientPublicKey: clientKey.pair.publicKey,
    info: INFO,
  })
  const enc = new Uint8Array(sender.enc)
  const ciphertext = new Uint8Array(await sender.seal(plaintext, associatedData(enc, clientKey.publicKey)))
  return { enc, ciphertext }
}

/** The encapsulated key, then the client's public key, both uncompressed: 130 bytes. */
function associatedData(enc: Bytes, clientPublicKey: string): Bytes {
  // mutant ArrayDeclaration: client keys are always hex, and with any other text no message could be opened.
  return Uint8Array.of(...enc, ...(hexToBytes(clientPublicKey) ?? []))
}
