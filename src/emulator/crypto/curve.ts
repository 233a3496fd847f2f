/** Computes and checks public keys on P-256. All private keys here are test keys. @module */
import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from '../../encoding.js'

/** Returns a random private key: 32 bytes, big-endian. */
export const randomScalar = (): Bytes => new Uint8Array(p256.utils.randomSecretKey())

/**
 * Returns the public key of a private key (32 bytes) as uncompressed SEC1 (65 bytes). Throws a `RangeError` unless the
 * private key is a number from 1 to n - 1.
 */
export function publicKeyOf(scalar: Uint8Array): Bytes {
  if (!p256.utils.isValidSecretKey(scalar)) throw new RangeError('A private key must be between 1 and n - 1.')
  return new Uint8Array(p256.getPublicKey(scalar, false))
}

/** Whether the bytes are a public key in uncompressed SEC1 (65 bytes) that lies on the curve. */
export const isPublicKey = (bytes: Uint8Array): boolean => p256.utils.isValidPublicKey(bytes, false)

/** Compresses a public key (uncompressed SEC1, 65 bytes) to 33 bytes. Throws for bytes that are not on the curve. */
export const compressed = (key: Uint8Array): Bytes => new Uint8Array(p256.Point.fromBytes(key).toBytes(true))
