/** Converts bytes to base64url and back. @module */
import type { Bytes } from './encoding.js'

/** Encodes bytes as base64url without padding. */
export function bytesToBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64url text, padded or not. Returns `undefined` for any other text. */
export function base64urlToBytes(text: string): Bytes | undefined {
  if (!/^[\w-]*={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
