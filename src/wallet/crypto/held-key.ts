/** The key pair that becomes the session's key, and that no one ever sends (wire-facts 11.1 [current]). @module */
import { bytesToHex } from '../../encoding.js'
import { SessionError } from '../../errors.js'
import { compressPoint } from './compress-point.js'
import type { SessionKey } from './prove-session-key.js'

/**
 * Generates a session key. Its private half never exists outside WebCrypto. Its `publicKey` is sent as
 * `clientPublicKey`: compressed SEC1, which tells the service to adopt it.
 *
 * @throws SessionError `WEBCRYPTO_UNUSABLE`, with the browser's own error as its `cause`
 *
 * @example
 * const key = await generateHeldKey()
 * body.clientPublicKey = key.publicKey
 */
export async function generateHeldKey(): Promise<SessionKey> {
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    return {
      privateKey: pair.privateKey,
      publicKey: bytesToHex(compressPoint(await pointOf(pair.publicKey))),
      verifyKey: pair.publicKey,
    }
  } catch (cause) {
    throw new SessionError('WEBCRYPTO_UNUSABLE', 'WebCrypto makes no P-256 key here.', { cause })
  }
}

/** The public half of a key: uncompressed SEC1, 65 bytes. */
export const pointOf = async (verifyKey: SessionKey['verifyKey']): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', verifyKey))
