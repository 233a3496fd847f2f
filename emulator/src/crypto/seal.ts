/**
 * Seals messages with HPKE in base mode (RFC 9180 §5.1.1, §6.1), with the service's cipher suite: DHKEM(P-256,
 * HKDF-SHA256), HKDF-SHA256, AES-256-GCM. Each HPKE context seals only one message.
 *
 * The HPKE code here uses only WebCrypto and shares nothing with the library's. If one of the two misreads the
 * standard, the library cannot open the emulator's messages.
 * @module
 */
import { type Bytes, type CryptoKeyPair, utf8 } from 'embedded-wallet-auth/wire'
import { base58check } from './base58check.js'
import { compress } from './curve.js'

const version = utf8('HPKE-v1')
const kemSuite = new Uint8Array([...utf8('KEM'), 0x00, 0x10])
const hpkeSuite = new Uint8Array([...utf8('HPKE'), 0x00, 0x10, 0x00, 0x01, 0x00, 0x02])
// The info string that real deployments of the service use (wire-facts 1.2).
const info = utf8('turnkey_hpke')
const none = new Uint8Array()

/** A sealed message: the encapsulated key and the ciphertext with its tag at the end. */
export interface Sealed {
  /** The encapsulated key: uncompressed SEC1, 65 bytes. */
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

const ecdh: EcKeyGenParams = { name: 'ECDH', namedCurve: 'P-256' }

const concat = (...parts: Uint8Array[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]))

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

/**
 * Seals a message to the public key `recipient` (uncompressed SEC1). The caller must have checked that the key lies on
 * the curve. The additional data is the encapsulated key followed by the recipient's key, both uncompressed (wire-facts
 * 1.2).
 *
 * `ephemeral` is a random key pair by default. Tests with known vectors pass a fixed one.
 */
export async function seal(plaintext: Bytes, recipient: Bytes, ephemeral?: CryptoKeyPair): Promise<Sealed> {
  const pair = ephemeral ?? (await crypto.subtle.generateKey(ecdh, true, ['deriveBits']))
  const enc = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const publicKey = await crypto.subtle.importKey('raw', recipient, ecdh, true, [])
  const dh = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, pair.privateKey, 256)

  const eaePrk = await labeledExtract(kemSuite, none, 'eae_prk', new Uint8Array(dh))
  const sharedSecret = await labeledExpand(kemSuite, eaePrk, 'shared_secret', concat(enc, recipient), 32)

  const pskIdHash = await labeledExtract(hpkeSuite, none, 'psk_id_hash', none)
  const infoHash = await labeledExtract(hpkeSuite, none, 'info_hash', info)
  const context = concat(new Uint8Array([0]), pskIdHash, infoHash)
  const secret = await labeledExtract(hpkeSuite, sharedSecret, 'secret', none)
  const rawKey = await labeledExpand(hpkeSuite, secret, 'key', context, 32)
  const nonce = await labeledExpand(hpkeSuite, secret, 'base_nonce', context, 12)

  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt'])
  const additionalData = concat(enc, recipient)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, plaintext)
  return { enc, ciphertext: new Uint8Array(sealed) }
}

/**
 * Encodes a sealed message for the field `encryptedSessionSigningKey`: base58check of the compressed encapsulated key
 * followed by the ciphertext.
 */
export const sealedKeyText = ({ enc, ciphertext }: Sealed): Promise<string> =>
  base58check(concat(compress(enc), ciphertext))

/**
 * Resolves with the stub that the sandbox delivers after a magic proof: random bytes in the format of a sealed key. No
 * private key can open the stub.
 */
export async function stubSealedKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey(ecdh, true, ['deriveBits'])
  const enc = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return sealedKeyText({ enc, ciphertext: crypto.getRandomValues(new Uint8Array(48)) })
}
