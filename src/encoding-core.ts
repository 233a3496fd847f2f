/** The part of `encoding.ts` that a stamp needs, and that therefore loads first. @module */

/** Bytes that WebCrypto accepts under strict typing: never backed by shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The UTF-8 bytes of a string. */
export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
