/**
 * The built-in identity provider, which issues ID tokens for tests and demos. The emulator always trusts it.
 * @module
 */
import { importJWK, SignJWT } from 'jose'
import type { KeyPair } from '../crypto/key-pair.js'
import type { EmulatorClock } from '../time/clock.js'
import type { KeySet } from './issuers.js'

/** The claims of an ID token. Times are in seconds since 1970. Other claims are copied into the token unchanged. */
export interface TokenClaims {
  readonly sub: string
  readonly email?: string
  /** For a token that verifies a credential: the SHA-256, in hex, of the client public key's hex text. */
  readonly nonce?: string
  /** Default: now. */
  readonly iat?: number
  /** Default: the issuer's `audience`. */
  readonly aud?: string | string[]
  /** Default: one hour from now. */
  readonly exp?: number
  readonly [claim: string]: unknown
}

/** An identity provider that signs with one ES256 key. */
export interface TestIssuer {
  readonly url: string
  readonly audience: string
  /** The issuer's public key, as a JSON Web Key Set. */
  readonly jwks: KeySet
  /**
   * Resolves with a signed ID token.
   *
   * @example
   * await emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })
   */
  token(claims: TokenClaims): Promise<string>
}

/** Creates an issuer that signs with this key pair. */
export function createTestIssuer(clock: EmulatorClock, pair: KeyPair): TestIssuer {
  const url = 'https://issuer.emulator.test'
  const audience = 'emulator-client'
  const { d, ...publicKey } = pair.jwk
  const named = { kid: 'emulator-1', alg: 'ES256', use: 'sig' }
  return {
    url,
    audience,
    jwks: { keys: [{ ...publicKey, ...named }] },
    async token(claims) {
      const now = Math.floor(clock.now() / 1000)
      const key = await importJWK({ ...publicKey, d, alg: 'ES256' }, 'ES256')
      const payload = { iss: url, aud: audience, iat: now, exp: now + 3600, ...claims }
      return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: named.kid, typ: 'JWT' }).sign(key)
    },
  }
}
