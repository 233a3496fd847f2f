/** Opens and seals HPKE messages (RFC 9180): base mode, one message (wire-facts 1.2 [provider SDK] [run]). @module */
import { AeadId, type AeadInterface, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, type CryptoKeyPair, hexToBytes, utf8 } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import type { ClientKey } from './client-key.js'

/**
 * The HPKE info string. The service's guides say that it is empty [reference], but sealed keys open only with this
 * value [provider SDK] [run].
 */
export const INFO: Bytes = /* @__PURE__ */ utf8('turnkey_hpke')

/** The bytes in a buffer of the suite, which are not copied. The suite only passes whole buffers. */
const bytesIn = (buffer: ArrayBufferLike | ArrayBufferView): Bytes => new Uint8Array(buffer as ArrayBuffer)

const gcm = (iv: Bytes, additionalData: Bytes): AesGcmParams => ({ name: 'AES-GCM', iv, additionalData })

/**
 * AES-256-GCM. As soon as a key is derived, it becomes a non-extractable `CryptoKey`, and its bytes are wiped.
 * `Aes256Gcm` of @hpke/core keeps the bytes until the first message, and then imports them as an extractable key.
 */
const aead: AeadInterface = {
  id: AeadId.Aes256Gcm,
  keySize: 32,
  nonceSize: 12,
  tagSize: 16,
  createEncryptionContext(derived) {
    const bytes = bytesIn(derived)
    const key = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    bytes.fill(0)
    // `seal` and `open` reject too.
    key.catch(() => {})
    return {
      seal: async (iv, data, aad) =>
        crypto.subtle.encrypt(gcm(bytesIn(iv), bytesIn(aad)), await key, bytesIn(data)),
      open: async (iv, data, aad) =>
        crypto.subtle.decrypt(gcm(bytesIn(iv), bytesIn(aad)), await key, bytesIn(data)),
    }
  },
}

/** The cipher suite: KEM 0x0010, KDF 0x0001, AEAD 0x0002. */
const suite: CipherSuite = /* @__PURE__ */ new CipherSuite({
  kem: /* @__PURE__ */ new DhkemP256HkdfSha256(),
  kdf: /* @__PURE__ */ new HkdfSha256(),
  aead,
})

/** The additional data of a message: the encapsulated key, then the recipient's, both uncompressed: 130 bytes. */
const associatedData = (enc: Bytes, recipient: Bytes): Bytes => Uint8Array.of(...enc, ...recipient)

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
 * Resolves with the plaintext.
 *
 * Rejects with {@link SealedKeyError} `SEALED_KEY_OPEN` if the key, info, AAD or ciphertext do not match.
 */
export async function openHpke({ recipient, enc, ciphertext, info, aad }: HpkeMessage): Promise<Bytes> {
  const context = await suite.createRecipientContext({ recipientKey: recipient, enc, info }).catch(refuse)
  return new Uint8Array(await context.open(ciphertext, aad).catch(refuse))
}

function refuse(cause: unknown): never {
  throw new SealedKeyError('SEALED_KEY_OPEN', 'The sealed bytes cannot be opened with this client key.', {
    cause,
  })
}

/**
 * Opens a ciphertext that the service has sealed to a client key. Rejects as `openHpke` does.
 *
 * @param enc - uncompressed, 65 bytes, already checked to lie on the curve
 * @param ciphertext - with its 16-byte tag
 */
export function openForClient(enc: Bytes, ciphertext: Bytes, clientKey: ClientKey): Promise<Bytes> {
  const aad = associatedData(enc, hexToBytes(clientKey.publicKey) ?? new Uint8Array())
  return openHpke({ recipient: clientKey.pair, enc, ciphertext, info: INFO, aad })
}

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
