/** Checks the form, nonce and age of an ID token. Only the service verifies its signature. @module */
import { base64urlToBytes } from '../../base64url.js'
import { CeremonyError } from '../../errors.js'

/** The age from which the service refuses a token, in milliseconds (Limits). */
const maxAge = 60_000
/** How far the issuer's clock may be ahead, in milliseconds (wire-facts 8.2). */
const maxAhead = 5_000

/** The unverified claims of a JWT; `undefined` for any other text. */
function claimsIn(token: string): Readonly<Record<string, unknown>> | undefined {
  const parts = token.length <= 16_384 ? token.split('.').map(base64urlToBytes) : []
  const bytes = parts.length === 3 && !parts.includes(undefined) ? parts[1] : undefined
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return { ...claims }
  } catch {
    // The parser's own error would quote the token.
  }
  return undefined
}

/** Whose identity an ID token is for, as it says itself. A text that could not be shown as it is, is left out. */
export interface TokenIdentity {
  readonly issuer?: string
  /** The e-mail address; the subject if the token has none, or says that nobody has verified it. */
  readonly email?: string
  readonly subject?: string
}

/** Reads whose identity a token is for; nothing of what is not a token. The service verifies the same token. */
export function identityIn(token: string): TokenIdentity {
  const { iss, email, email_verified: verified, sub } = claimsIn(token) ?? {}
  const shown = (name: keyof TokenIdentity, claim: unknown): TokenIdentity =>
    typeof claim === 'string' && /^[^\p{C}\p{Zl}\p{Zp}]{1,320}$/u.test(claim) ? { [name]: claim } : {}
  // Anyone can enter somebody else's address at a provider. Some write this claim as a text.
  const address = verified === false || verified === 'false' ? {} : shown('email', email)
  return { ...shown('issuer', iss), ...(address.email === undefined ? shown('subject', sub) : address) }
}

/**
 * Throws for a token that the service would refuse. The age of a token without `iat` is not checked.
 *
 * @param expected `now` is the server's time, in milliseconds
 * @throws CeremonyError `OIDC_TOKEN_MALFORMED`; `OIDC_NONCE_MISMATCH`, also for a token without a nonce;
 * `OIDC_TOKEN_STALE` for a token that is too old, or that claims to be from the future
 */
export function checkIdToken(
  token: string,
  expected: { readonly nonce: string; readonly now: number },
): void {
  const claims = claimsIn(token)
  if (claims === undefined)
    throw new CeremonyError('OIDC_TOKEN_MALFORMED', 'The ID token is not a JWT with a JSON payload.')
  const { nonce, iat } = claims
  if (nonce !== expected.nonce) {
    throw new CeremonyError(
      'OIDC_NONCE_MISMATCH',
      'The nonce of the ID token is missing or not that of this request.',
    )
  }
  if (typeof iat !== 'number') return
  const age = expected.now - iat * 1000
  if (age >= maxAge || age < -maxAhead) {
    throw new CeremonyError(
      'OIDC_TOKEN_STALE',
      `The ID token's age is ${Math.round(age / 1000)} s by the server's clock. It must be 0 to 60 s. Get a new one.`,
    )
  }
}
