/** The key pair that becomes the session's key, and that no one ever sends (wire-facts 11.1 [current]). @module */
import { bytesToHex } from '../../encoding.js'
import { generatePair } from './client-key.js'
import { compressPoint } from './compress-point.js'
import type { SessionKey } from './prove-session-key.js'

/**
 * Generates a session key. Its private half never exists outside WebCrypto. Its `publicKey` is sent as
 * `clientPublicKey`: compressed SEC1, which tells the service to adopt it.
 *
 * @throws the errors of `generatePair`
 *
 * @example
 * const key = await generateHeldKey()
 * body.clientPublicKey = key.publicKey
 */
export async function generateHeldKey(): Promise<SessionKey> {
  const { pair, point } = await generatePair('ECDSA', ['sign', 'verify'])
  const { privateKey, publicKey: verifyKey } = pair
  return { privateKey, publicKey: bytesToHex(compressPoint(point)), verifyKey }
}
