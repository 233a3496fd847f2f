/** Converts ECDSA signatures between ASN.1 DER and WebCrypto's format, which is r ‖ s in 64 bytes. @module */
import type { Bytes } from 'embedded-wallet-auth/wire'

/**
 * Converts a DER signature to r ‖ s (64 bytes). Returns `undefined` unless the bytes are exactly a SEQUENCE of two
 * minimal, non-negative INTEGERs of at most 32 significant bytes each.
 */
export function derToP1363(der: Uint8Array): Bytes | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  const r = readInteger(der, 2)
  const s = r && readInteger(der, r.end)
  if (!r || !s || s.end !== der.length) return undefined
  const signature = new Uint8Array(64)
  signature.set(r.value, 32 - r.value.length)
  signature.set(s.value, 64 - s.value.length)
  return signature
}

function readInteger(der: Uint8Array, start: number): { value: Uint8Array; end: number } | undefined {
  const length = der[start + 1]
  if (der[start] !== 0x02 || length === undefined || length === 0) return undefined
  const end = start + 2 + length
  const value = der.subarray(start + 2, end)
  const [first = 0, second = 0] = value
  if (value.length !== length || first >= 0x80) return undefined
  if (first !== 0 || length === 1) return length <= 32 ? { value, end } : undefined
  // A leading zero is allowed only where it keeps the number positive.
  return second >= 0x80 && length <= 33 ? { value: value.subarray(1), end } : undefined
}

/** Converts a signature from r ‖ s (64 bytes) to DER. */
export function p1363ToDer(signature: Uint8Array): Bytes {
  const integer = (half: Uint8Array): number[] => {
    const first = half.findIndex((byte) => byte !== 0)
    const bytes = first === -1 ? [0] : [...half.subarray(first)]
    const padded = (bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes
    return [0x02, padded.length, ...padded]
  }
  const body = [...integer(signature.subarray(0, 32)), ...integer(signature.subarray(32))]
  return new Uint8Array([0x30, body.length, ...body])
}
