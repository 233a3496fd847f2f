/** Imports the private scalar of a session key as a `CryptoKey` that scripts cannot read (wire-facts 1.3). @module */
import { type Bytes, bytesToHex, type CryptoKey } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { compressPoint } from './compress-point.js'
import { pointsWithX } from './point.js'
import type { SessionKey } from './prove-session-key.js'
import { proveSessionKey } from './prove-session-key.js'
import { isScalar } from './scalar.js'

const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The bytes that precede the scalar in the PrivateKeyInfo (RFC 5958) of a P-256 key without a public half. */
const PKCS8_PREFIX = [
  0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
  0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
] as const

/** The base point of P-256, uncompressed (SP 800-186). */
const GENERATOR: Bytes = Uint8Array.of(
  ...[0x04, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2],
  ...[0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f],
  ...[0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce],
  ...[0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5],
)

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
  // mutant BooleanLiteral: the base point never leaves this function, so no test can tell whether it is extractable.
  const generator = await crypto.subtle.importKey('raw', GENERATOR, ECDH, false, [])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: generator }, agreement, 256))
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
