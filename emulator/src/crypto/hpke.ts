/**
 * The key schedule of HPKE in base mode (RFC 9180 §5.1), with the service's cipher suite: DHKEM(P-256, HKDF-SHA256),
 * HKDF-SHA256, AES-256-GCM. Each HPKE context has only one message.
 *
 * The HPKE code here uses only WebCrypto and shares nothing with the library's. If one of the two misreads the
 * standard, neither can open the other's messages.
 * @module
 */
import { type Bytes, type CryptoKey, utf8 } from 'embedded-wallet-auth/wire'

const version = utf8('HPKE-v1')
const kemSuite = new Uint8Array([...utf8('KEM'), 0x00, 0x10])
const hpkeSuite = new Uint8Array([...utf8('HPKE'), 0x00, 0x10, 0x00, 0x01, 0x00, 0x02])
// The info string that real deployments of the service use (wire-facts 1.2).
const info = utf8('turnkey_hpke')
const none = new Uint8Array()

/** The algorithm of the keys that agree on a secret. */
export const ecdh: EcKeyGenParams = { name: 'ECDH', namedCurve: 'P-256' }

/** Joins byte arrays. */
export const concat = (...parts: Uint8Array[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]))

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  // HKDF replaces a missing salt with HashLen zero bytes (RFC 5869 §2.2). HMAC gives the same result for an empty key,
  // but some WebCrypto implementations refuse to import an empty key.
  const raw = key.length === 0 ? new Uint8Array(32) : key
  const secret = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', secret, message))
}

// LabeledExtract (RFC 9180 §4).
const labeledExtract = (suite: Bytes, salt: Bytes, label: string, ikm: Bytes): Promise<Bytes> =>
  hmac(salt, concat(version, suite, utf8(label), ikm))

// LabeledExpand (RFC 9180 §4). One block of HKDF-Expand is enough, because no output is longer than 32 bytes.
async function labeledExpand(
  suite: Bytes,
  prk: Bytes,
  label: string,
  context: Bytes,
  length: number,
): Promise<Bytes> {
  const labeled = concat(
    new Uint8Array([0, length]),
    version,
    suite,
    utf8(label),
    context,
    new Uint8Array([1]),
  )
  return (await hmac(prk, labeled)).slice(0, length)
}

/** The parameters of AES-GCM, and its key. */
export interface Schedule {
  readonly key: CryptoKey
  readonly parameters: AesGcmParams
}

/**
 * Derives the key of a message from the Diffie-Hellman result `dh`. `enc` is the encapsulated key and `recipient` the
 * recipient's key, both uncompressed SEC1. The additional data is one followed by the other (wire-facts 1.2).
 */
export async function scheduleOf(
  dh: ArrayBuffer,
  enc: Bytes,
  recipient: Bytes,
  use: 'encrypt' | 'decrypt',
): Promise<Schedule> {
  const eaePrk = await labeledExtract(kemSuite, none, 'eae_prk', new Uint8Array(dh))
  const sharedSecret = await labeledExpand(kemSuite, eaePrk, 'shared_secret', concat(enc, recipient), 32)

  const pskIdHash = await labeledExtract(hpkeSuite, none, 'psk_id_hash', none)
  const infoHash = await labeledExtract(hpkeSuite, none, 'info_hash', info)
  const context = concat(new Uint8Array([0]), pskIdHash, infoHash)
  const secret = await labeledExtract(hpkeSuite, sharedSecret, 'secret', none)
  const rawKey = await labeledExpand(hpkeSuite, secret, 'key', context, 32)
  const iv = await labeledExpand(hpkeSuite, secret, 'base_nonce', context, 12)

  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, [use])
  return { key, parameters: { name: 'AES-GCM', iv, additionalData: concat(enc, recipient) } }
}
