/** Authenticates the platform with HTTP Basic authentication (Authentication 1). @module */
import {
  basicAuthorization,
  bytesToHex,
  type Permission,
  permissions,
  sha256,
  utf8,
} from 'embedded-wallet-auth/wire'

/** An API token: the user name and password of Basic authentication. */
export interface ApiToken {
  readonly tokenId: string
  readonly clientSecret: string
}

/** The stored form of an API token. It does not contain the secret, so nobody can authenticate with it. */
export interface Grant {
  /** The SHA-256 of the token's `Authorization` header, in lower-case hex. */
  readonly digest: string
  readonly permissions: readonly Permission[]
}

/** Resolves with the stored form of an API token. */
export const grantOf = async (token: ApiToken, granted: readonly Permission[]): Promise<Grant> => ({
  digest: await digest(basicAuthorization(token)),
  permissions: granted,
})

/**
 * Resolves with the permissions of the API token in an `Authorization` header, or with `undefined` for an unknown
 * token. The tokens in `tokens` have all permissions. The running time reveals nothing about a token, because every
 * digest is compared in full.
 */
export async function permissionsOf(
  header: string | undefined,
  tokens: readonly ApiToken[],
  grants: Iterable<Grant>,
): Promise<readonly Permission[] | undefined> {
  const given = await digest(header ?? '')
  const own = await Promise.all(tokens.map((token) => grantOf(token, permissions)))
  let held: readonly Permission[] | undefined
  for (const grant of [...own, ...grants]) {
    let difference = 0
    for (let i = 0; i < given.length; i++) difference |= grant.digest.charCodeAt(i) ^ given.charCodeAt(i)
    if (difference === 0) held = grant.permissions
  }
  return held
}

// The name of an authentication scheme is case-insensitive (RFC 9110 §11.1).
const digest = async (header: string): Promise<string> =>
  bytesToHex(await sha256(utf8(header.replace(/^basic +/i, 'Basic '))))
