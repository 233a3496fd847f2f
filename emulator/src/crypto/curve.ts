/** Creates private keys on P-256, and computes and checks public keys. All private keys here are test keys. @module */
import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from 'embedded-wallet-auth/wire'

/** Returns a random private key: 32 bytes, big-endian. */
export const randomScalar = (): Bytes => new Uint8Array(p256.utils.randomSecretKey())

/**
 * Computes the public key (uncompressed SEC1, 65 bytes) from a private key (32 bytes). Throws a `RangeError` unless the
 * private key is a number from 1 to n - 1.
 */
export function publicKeyOf(scalar: Uint8Array): Bytes {
  if (!p256.utils.isValidSecretKey(scalar)) throw new RangeError('A private key must be between 1 and n - 1.')
  return new Uint8Array(p256.getPublicKey(scalar, false))
}

/** Returns a public key as uncompressed SEC1, from either encoding. Returns `undefined` if it is not on the curve. */
export const uncompressed = (key: Uint8Array): Bytes | undefined =>
  p256.utils.isValidPublicKey(key) ? new Uint8Array(p256.Point.fromBytes(key).toBytes(false)) : undefined

/** Compresses a public key from 65 bytes (uncompressed SEC1) to 33 bytes. Throws if the key is not on the curve. */
export const compress = (key: Uint8Array): Bytes => new Uint8Array(p256.Point.fromBytes(key).toBytes(true))
