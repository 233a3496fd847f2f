/**
 * Generates the key pairs whose public half is sent as `clientPublicKey`: the ephemeral pair to which the service seals
 * a session key or an export, and the pair that becomes the session's key.
 * @module
 */
import { bytesToHex, type CryptoKeyPair, hexToBytes, sha256, utf8 } from '../../encoding.js'
import { SessionError } from '../../errors.js'
import { compressPoint, type SessionKey } from './prove-session-key.js'

/**
 * A key pair for a single verify call, refresh, export or passkey challenge. The pair is never used again. It can be
 * stored in IndexedDB, because structured cloning can copy it.
 */
export interface ClientKey {
  /** ECDH P-256; the private half is non-extractable, usage `deriveBits`. */
  readonly pair: CryptoKeyPair
  /** `clientPublicKey` as it is sent: uncompressed SEC1, 130 lower-case hex characters. */
  readonly publicKey: string
}

/**
 * Generates a client key. The private half never exists outside WebCrypto.
 *
 * @throws SessionError `WEBCRYPTO_UNUSABLE`, with the browser's own error as its `cause`
 *
 * @example
 * const clientKey = await generateClientKey()
 * body.clientPublicKey = clientKey.publicKey
 */
export async function generateClientKey(): Promise<ClientKey> {
  const { pair, point } = await generatePair('ECDH', ['deriveBits'])
  return { pair, publicKey: bytesToHex(point) }
}

/**
 * Generates the key pair that becomes the session's key, and that nobody sends (wire-facts 11.1 [current]). Its private
 * half never exists outside WebCrypto. Its `publicKey` is sent as `clientPublicKey`: compressed SEC1, which tells the
 * service to adopt it.
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

/**
 * Generates a key pair on P-256 that cannot be exported. Resolves with its public point, too: uncompressed SEC1, 65
 * bytes.
 *
 * @throws SessionError `WEBCRYPTO_UNUSABLE`, with the browser's own error as its `cause`
 */
async function generatePair(
  name: 'ECDH' | 'ECDSA',
  usages: readonly ('deriveBits' | 'sign' | 'verify')[],
): Promise<{ readonly pair: CryptoKeyPair; readonly point: Uint8Array }> {
  try {
    const pair = await crypto.subtle.generateKey({ name, namedCurve: 'P-256' }, false, usages)
    return { pair, point: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)) }
  } catch (cause) {
    throw new SessionError('WEBCRYPTO_UNUSABLE', 'WebCrypto makes no P-256 key here.', { cause })
  }
}

/**
 * The `nonce` that binds an ID token to a client key: SHA-256 of the key's hex *text*, 64 lower-case hex characters.
 * The service checks the nonce [current]. The identity provider copies the nonce into the token if asked to [our
 * choice] (wire-facts 3.5).
 *
 * @example
 * const nonce = await oidcNonce(clientKey.publicKey)
 */
export async function oidcNonce(clientPublicKey: string): Promise<string> {
  return bytesToHex(await sha256(utf8(clientPublicKey)))
}

/** A public key in hex as compressed SEC1 in lower case. Any other text is only converted to lower case. */
export function compressedHex(publicKey: string): string {
  const bytes = /^04[\da-f]{128}$/i.test(publicKey) ? hexToBytes(publicKey) : undefined
  return bytes ? bytesToHex(compressPoint(bytes)) : publicKey.toLowerCase()
}
