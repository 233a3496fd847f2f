/** Creates P-256 key pairs: synchronously for the emulator's own keys, and with WebCrypto for sessions. @module */
import { type Bytes, base64urlToBytes, bytesToBase64url, bytesToHex } from 'embedded-wallet-auth/wire'
import { compress, publicKeyOf, randomScalar } from './curve.js'

/** A P-256 key pair: the private JWK, and the public key as bytes. */
export interface KeyPair {
  readonly jwk: {
    readonly kty: 'EC'
    readonly crv: 'P-256'
    readonly x: string
    readonly y: string
    readonly d: string
  }
  /** Uncompressed SEC1, 65 bytes. */
  readonly publicKey: Bytes
}

/** Creates a random key pair. WebCrypto is not used, because it would return a promise. */
export function randomKeyPair(): KeyPair {
  const scalar = randomScalar()
  const publicKey = publicKeyOf(scalar)
  const x = bytesToBase64url(publicKey.subarray(1, 33))
  const y = bytesToBase64url(publicKey.subarray(33))
  return { jwk: { kty: 'EC', crv: 'P-256', x, y, d: bytesToBase64url(scalar) }, publicKey }
}

/** Restores the key pair from its private JWK. Throws a `RangeError` unless `x` and `y` are 32 bytes each. */
export function keyPairOf(jwk: KeyPair['jwk']): KeyPair {
  const [x, y] = [base64urlToBytes(jwk.x), base64urlToBytes(jwk.y)]
  if (x?.length !== 32 || y?.length !== 32) throw new RangeError('The snapshot contains an invalid key.')
  return { jwk, publicKey: new Uint8Array([4, ...x, ...y]) }
}

/** A session's key pair. The private key is exported from WebCrypto, so that it can be sealed. */
export interface SessionKeyPair {
  /** The private key: 32 bytes, big-endian. */
  readonly scalar: Bytes
  /** Uncompressed SEC1, 130 lower-case hex characters. */
  readonly publicKey: string
  /** The public key in the format that stamps use: compressed SEC1, 66 lower-case hex characters. */
  readonly compressedKey: string
}

/** Creates a key pair for a session. */
export async function newSessionKeyPair(): Promise<SessionKeyPair> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const scalar = base64urlToBytes(d)
  if (scalar?.length !== 32) throw new Error('WebCrypto exported a private key that is not 32 bytes long.')
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { scalar, publicKey: bytesToHex(publicKey), compressedKey: bytesToHex(compress(publicKey)) }
}
