/** The cipher suite of HPKE (RFC 9180) that the service uses (wire-facts 1.2 [provider SDK] [run]). @module */
import { AeadId, type AeadInterface, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, utf8 } from '../../encoding.js'

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
export const suite: CipherSuite = /* @__PURE__ */ new CipherSuite({
  kem: /* @__PURE__ */ new DhkemP256HkdfSha256(),
  kdf: /* @__PURE__ */ new HkdfSha256(),
  aead,
})

/** The additional data of a message: the encapsulated key, then the recipient's, both uncompressed: 130 bytes. */
export const associatedData = (enc: Bytes, recipient: Bytes): Bytes => Uint8Array.of(...enc, ...recipient)
