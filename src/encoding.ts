/** Converts bytes to text and text to bytes (hex, UTF-8), and computes SHA-256 digests. @module */

/**
 * Bytes that are never backed by shared memory, as the types of WebCrypto require. `Bytes` is derived from a function,
 * because `Uint8Array` has no type parameter before TypeScript 5.7.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>

/**
 * The type `CryptoKey`. It is derived from a function, because the global name exists only in projects that include the
 * types of the DOM or of Node.
 */
export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** The type `CryptoKeyPair`. Its global name exists only in projects that have the global name `CryptoKey`. */
export interface CryptoKeyPair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** Encodes bytes as lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  const digits = '0123456789abcdef'
  let hex = ''
  for (const byte of bytes) hex += `${digits[byte >> 4]}${digits[byte & 15]}`
  return hex
}

/** Decodes hex text, in upper or lower case. Returns `undefined` if the text is not hex or its length is odd. */
export function hexToBytes(hex: string): Bytes | undefined {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) return undefined
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  )
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** The UTF-8 bytes of a string. */
export const utf8 = (text: string): Bytes => encoder.encode(text)

/** The SHA-256 digest, 32 bytes. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
