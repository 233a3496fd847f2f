/** Seals messages with HPKE in base mode (RFC 9180 §6.1): session keys and recovery phrases. @module */
import type { Bytes, CryptoKeyPair } from 'embedded-wallet-auth/wire'
import { base58check } from './base58check.js'
import { compress } from './curve.js'
import { concat, ecdh, scheduleOf } from './hpke.js'

/** A sealed message: the encapsulated key and the ciphertext with its tag at the end. */
export interface Sealed {
  /** The encapsulated key: uncompressed SEC1, 65 bytes. */
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

/**
 * Seals a message to the public key `recipient` (uncompressed SEC1). The caller must have checked that the key lies on
 * the curve.
 *
 * `ephemeral` is a random key pair by default. Tests with known vectors pass a fixed one.
 */
export async function seal(plaintext: Bytes, recipient: Bytes, ephemeral?: CryptoKeyPair): Promise<Sealed> {
  const pair = ephemeral ?? (await crypto.subtle.generateKey(ecdh, true, ['deriveBits']))
  const enc = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const publicKey = await crypto.subtle.importKey('raw', recipient, ecdh, true, [])
  const dh = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, pair.privateKey, 256)
  const { key, parameters } = await scheduleOf(dh, enc, recipient, 'encrypt')
  const sealed = await crypto.subtle.encrypt(parameters, key, plaintext)
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
