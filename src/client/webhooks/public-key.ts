/** Imports the public key that verifies a platform's webhooks. @module */
import { base64urlToBytes } from '../../base64url.js'
import type { CryptoKey } from '../../encoding.js'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

const pem = /^\s*-----BEGIN PUBLIC KEY-----([\sA-Za-z\d+/=]+)-----END PUBLIC KEY-----\s*$/

/**
 * Resolves with the public key. `key` is a `CryptoKey`, or PEM text (SPKI) as the platform's dashboard shows it
 * [reference]. Rejects with a `TypeError` for any other value.
 */
export async function webhookKey(key: string | CryptoKey): Promise<CryptoKey> {
  if (typeof key !== 'string') {
    if (key.type === 'public' && key.algorithm.name === 'ECDSA') return key
    throw new TypeError('publicKey must be an ECDSA public key.')
  }
  const text = pem.exec(key)?.[1]?.replaceAll(/\s/g, '')
  const bytes = text && base64urlToBytes(text.replaceAll('+', '-').replaceAll('/', '_'))
  if (!bytes) throw new TypeError('publicKey must be a public key in PEM, including its BEGIN and END lines.')
  try {
    return await crypto.subtle.importKey('spki', bytes, algorithm, false, ['verify'])
  } catch (cause) {
    throw new TypeError('publicKey must be a P-256 public key.', { cause })
  }
}
