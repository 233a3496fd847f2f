/** Public keys on P-256. Every key that the emulator sees is a test key. @module */
import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from '../../encoding.js'

/** A random private key: 32 bytes, big-endian. */
export const randomScalar = (): Bytes => new Uint8Array(p256.utils.randomSecretKey())

/** The public key of a private key (32 bytes): uncompressed SEC1, 65 bytes. Throws a `RangeError` unless 1 ≤ d < n. */
export function publicKeyOf(scalar: Uint8Array): Bytes {
  if (!p256.utils.isValidSecretKey(scalar)) throw new RangeError('A private key must be between 1 and n - 1.')
  return new Uint8Array(p256.getPublicKey(scalar, false))
}

/** Whether bytes are an uncompressed SEC1 key (65 bytes) on the curve. */
export const isPublicKey = (bytes: Uint8Array): boolean => p256.utils.isValidPublicKey(bytes, false)

/** Compressed SEC1 (33 bytes) of an uncompressed key (65 bytes). Throws for bytes that are not on the curve. */
export const compressed = (key: Uint8Array): Bytes => new Uint8Array(p256.Point.fromBytes(key).toBytes(true))
