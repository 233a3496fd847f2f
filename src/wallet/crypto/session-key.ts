/** Imports the private scalar of a session key as a `CryptoKey` that scripts cannot read (wire-facts 1.3). @module */
import { type Bytes, bytesToHex, type CryptoKey } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { generator, pointsWithX } from './point.js'
import { compressPoint, proveSessionKey, type SessionKey } from './prove-session-key.js'
import { isScalar } from './scalar.js'

const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The bytes that precede the scalar in the PrivateKeyInfo (RFC 5958) of a P-256 key without a public half. */
const PKCS8_PREFIX = [
  0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
  0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
] as const

/**
 * Makes a non-extractable ECDSA key from a scalar. The public key is never accepted from a caller: it is derived from
 * the scalar and checked with a test signature. `scalar` and every copy of it are wiped, even if this rejects.
 *
 * Rejects with {@link SealedKeyError} `SEALED_KEY_PLAINTEXT` unless the scalar has 32 bytes and is in range.
 *
 * @example
 * const key = await importSessionKey(await openSealedKey(session.encryptedSessionSigningKey, clientKey))
 */
export async function importSessionKey(scalar: Uint8Array): Promise<SessionKey> {
  const pkcs8 = new Uint8Array(PKCS8_PREFIX.length + 32)
  try {
    if (!isScalar(scalar)) throw refused()
    pkcs8.set(PKCS8_PREFIX)
    pkcs8.set(scalar, PKCS8_PREFIX.length)
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, ECDSA, false, ['sign'])
    for (const point of await publicPoints(privateKey, pkcs8)) {
      const candidate = await withPublicKey(privateKey, point)
      if (await proveSessionKey(candidate)) return candidate
    }
    throw refused()
  } catch (cause) {
    throw cause instanceof SealedKeyError ? cause : refused(cause)
  } finally {
    scalar.fill(0)
    pkcs8.fill(0)
  }
}

/**
 * The points that may be the public key. WebCrypto itself derives the public key where it has `getPublicKey`. Elsewhere
 * it derives the x-coordinate, and there are two points with that x-coordinate.
 */
async function publicPoints(privateKey: CryptoKey, pkcs8: Bytes): Promise<readonly Bytes[]> {
  try {
    const publicKey = await subtle().getPublicKey(privateKey, ['verify'])
    return [new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))]
  } catch {
    return pointsWithX(
      await publicX(await crypto.subtle.importKey('pkcs8', pkcs8, ECDH, false, ['deriveBits'])),
    )
  }
}

/** WebCrypto, with a function of newer browsers that TypeScript does not know. */
const subtle = () =>
  crypto.subtle as typeof crypto.subtle & {
    getPublicKey(key: CryptoKey, usages: readonly string[]): Promise<CryptoKey>
  }

/**
 * The x-coordinate of the public key. ECDH with the generator computes it inside WebCrypto, so that no JavaScript code
 * does arithmetic with the scalar. This also avoids building the tables of a curve library for a single multiplication.
 */
async function publicX(agreement: CryptoKey): Promise<Uint8Array> {
  const base = await crypto.subtle.importKey('raw', generator(), ECDH, false, [])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: base }, agreement, 256))
}

async function withPublicKey(privateKey: CryptoKey, point: Bytes): Promise<SessionKey> {
  const verifyKey = await crypto.subtle.importKey('raw', point, ECDSA, true, ['verify'])
  return { privateKey, publicKey: bytesToHex(compressPoint(point)), verifyKey }
}

function refused(cause?: unknown): SealedKeyError {
  return new SealedKeyError('SEALED_KEY_PLAINTEXT', 'The opened bytes are not a usable private key.', {
    cause,
  })
}
