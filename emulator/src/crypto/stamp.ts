/** Reads and verifies a stamp, which is the value of the header `Service-Wallet-Signature` (wire-facts 2). @module */
import { base64urlToBytes, hexToBytes, object, parse, type Schema, utf8 } from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import { derToP1363 } from './der.js'

/** The contents of a well-formed stamp. */
export interface Stamp {
  /** The session's public key as compressed SEC1: 66 lower-case hex characters. */
  readonly publicKey: string
  /** The signature as ASN.1 DER, in hex. */
  readonly signature: string
}

const Stamp: Schema<Stamp> = object({
  publicKey: v.pipe(v.string(), v.regex(/^0[23][0-9a-f]{64}$/)),
  scheme: v.literal('SIGNATURE_SCHEME_TK_API_P256'),
  signature: v.pipe(v.string(), v.maxLength(144), v.regex(/^[0-9a-f]+$/)),
})

/**
 * Parses the stamp in a header value. Returns `undefined` unless the value is a stamp's JSON in unpadded base64url. The
 * order of the JSON keys does not matter.
 */
export function readStamp(header: string): Stamp | undefined {
  const bytes = header.length <= 4096 && /^[\w-]+$/.test(header) ? base64urlToBytes(header) : undefined
  if (!bytes) return undefined
  try {
    const parsed = parse(Stamp, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the public key (uncompressed SEC1 hex) verifies the stamp's signature over the UTF-8 bytes of `text`. A
 * signature with a high S value is accepted too.
 */
export async function stampVerifies(stamp: Stamp, text: string, publicKey: string): Promise<boolean> {
  const der = hexToBytes(stamp.signature)
  const signature = der && derToP1363(der)
  const raw = hexToBytes(publicKey)
  if (!signature || !raw) return false
  const key = await crypto.subtle.importKey('raw', raw, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'verify',
  ])
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, utf8(text))
}
