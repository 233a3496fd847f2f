/** The codes of authenticator apps (RFC 6238): HMAC-SHA-1, six digits, steps of thirty seconds. @module */
import type { Bytes } from 'embedded-wallet-auth/wire'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepLength = 30_000

/** Decodes base32 (RFC 4648), with or without padding. Returns `undefined` if the text is not base32. */
export function base32ToBytes(text: string): Bytes | undefined {
  const digits = text.replace(/=+$/, '').toUpperCase()
  const values = [...digits].map((digit) => alphabet.indexOf(digit))
  if (values.length === 0 || values.includes(-1)) return undefined
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const octets = bits.match(/.{8}/g) ?? []
  return new Uint8Array(octets.map((octet) => Number.parseInt(octet, 2)))
}

/** The time step at a time in milliseconds since 1970. */
export const totpStep = (now: number): number => Math.floor(now / stepLength)

/** Resolves with the code of a time step. */
export async function totpCode(secret: Bytes, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = mac.getUint8(mac.byteLength - 1) & 15
  return String((mac.getUint32(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
