/** Checks ID tokens: the signature, the times and the identity. @module */
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { unauthorized } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { OidcIdentity } from '../../state/state.js'

/** The claims of an ID token. */
export interface IdTokenClaims {
  readonly iss?: string
  readonly sub?: string
  readonly aud?: string | readonly string[]
  readonly iat?: number
  readonly exp?: number
  readonly [claim: string]: unknown
}

/** The maximum age of a token, in milliseconds (Limits: OIDC token age). */
const oldest = 60_000
/** How far in the future a token's `iat` may be, in milliseconds [our choice, wire-facts 8.2]. */
const furthestAhead = 5_000

const tokenRefusal = (message: string): Error => unauthorized('Invalid OIDC token', message)

/** Resolves with the claims of a valid token. Rejects with 401 for an invalid token. */
export async function verifiedClaims(context: Context, token: string): Promise<IdTokenClaims> {
  const { iss = '' } = decodeToken(token)
  const now = context.clock.now()
  const { payload } = await verifyToken(context, token, iss, now)
  const { iat = Number.NaN, exp = Number.NaN } = payload
  if (!(now - iat * 1000 <= oldest)) throw tokenRefusal('The token was issued more than 60 seconds ago.')
  if (iat * 1000 - now > furthestAhead) throw tokenRefusal('The token was issued in the future.')
  if (now >= exp * 1000) throw tokenRefusal('The token has expired.')
  return payload
}

/** Returns the claims of a token without checking them or the signature. Throws 401 if the text is not a JWT. */
export function decodeToken(token: string): IdTokenClaims {
  try {
    return decodeJwt(token)
  } catch {
    throw tokenRefusal('The token is not a JWT.')
  }
}

/**
 * Returns the identity in the claims. Throws 401 unless the claims have an issuer, a subject and exactly one audience.
 */
export function identityOf(claims: IdTokenClaims): OidcIdentity {
  const { iss, sub, aud } = claims
  const [audience, ...others] = Array.isArray(aud) ? aud : [aud]
  if (!iss || !sub || !audience || others.length > 0)
    throw tokenRefusal('The token must name an issuer, a subject and exactly one audience.')
  return { iss, sub, aud: audience }
}

async function verifyToken(
  context: Context,
  token: string,
  iss: string,
  now: number,
): Promise<{ readonly payload: IdTokenClaims }> {
  try {
    const keys = await context.issuerKeys(iss)
    if (!keys) throw new Error(`The issuer is not trusted: ${iss || 'none'}.`)
    return await jwtVerify(token, createLocalJWKSet({ keys: [...keys.keys] }), {
      issuer: iss,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['iss', 'sub', 'aud', 'iat', 'exp'],
      currentDate: new Date(now),
      clockTolerance: furthestAhead / 1000,
    })
  } catch (cause) {
    throw tokenRefusal(cause instanceof Error ? cause.message : String(cause))
  }
}
