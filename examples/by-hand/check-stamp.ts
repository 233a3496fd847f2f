/** Checks a stamp that was kept, with the text that it was made over. @module */
import { createPublicKey, ECDH, verify } from 'node:crypto'

export function checkStamp(stamp: string, payloadToSign: string): { isValid: boolean; publicKey: string } {
  const { publicKey, signature } = JSON.parse(Buffer.from(stamp, 'base64url').toString())
  const point = Buffer.from(
    ECDH.convertKey(publicKey, 'prime256v1', 'hex', 'hex', 'uncompressed') as string,
    'hex',
  )
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isValid = verify('sha256', Buffer.from(payloadToSign), key, Buffer.from(signature, 'hex'))
  return { isValid, publicKey }
}
