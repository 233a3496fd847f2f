/** Reads and verifies a stamp with Node's own cryptography, without the project's code. @module */
import { createPublicKey, ECDH, verify } from 'node:crypto'

/** The content of a stamp. */
export interface ReadStamp {
  readonly publicKey: string
  readonly scheme: string
  readonly verifies: boolean
}

/** Reads a stamp. Throws if the text is not a stamp. */
export function readStamp(stamp: string, payload: string): ReadStamp {
  const json = Buffer.from(stamp, 'base64url').toString('utf8')
  const { publicKey, scheme, signature } = JSON.parse(json) as Record<string, string>
  if (publicKey === undefined || scheme === undefined || signature === undefined) throw new Error(json)
  // 04 ‖ x ‖ y
  const point = Buffer.from(
    ECDH.convertKey(publicKey, 'prime256v1', 'hex', 'hex', 'uncompressed') as string,
    'hex',
  )
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  return {
    publicKey,
    scheme,
    verifies: verify('sha256', Buffer.from(payload), key, Buffer.from(signature, 'hex')),
  }
}
