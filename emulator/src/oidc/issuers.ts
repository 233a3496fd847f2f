/** The identity providers that the emulator trusts, and where it finds their keys. @module */
import { AbsoluteUrl, looseObject, parse, type Schema } from 'embedded-wallet-auth/wire'
import * as v from 'valibot'

/** The public keys of an issuer, as JSON Web Keys (RFC 7517, Section 5). */
export interface KeySet {
  readonly keys: readonly object[]
}

/**
 * A trusted issuer: its URL and its keys, or only its URL. If only the URL is given, the keys are found by OpenID
 * Connect discovery.
 */
export type TrustedIssuer = string | { readonly issuer: string; readonly jwks: KeySet }

/**
 * Resolves with the key set of an issuer, or with `undefined` if the issuer is not trusted. Discovery is repeated for
 * every call, so that a rotated key takes effect at once.
 */
export type IssuerKeys = (iss: string) => Promise<KeySet | undefined>

const Discovery: Schema<{ readonly issuer: string; readonly jwks_uri: string }> = looseObject({
  issuer: v.string(),
  jwks_uri: AbsoluteUrl,
})

const KeySet: Schema<KeySet> = looseObject({ keys: v.array(v.record(v.string(), v.unknown())) })

/** Returns the URL of an issuer. */
export const issuerUrl = (trusted: TrustedIssuer): string =>
  typeof trusted === 'string' ? trusted : trusted.issuer

/** Creates the function that finds the keys of these trusted issuers. The function rejects if discovery fails. */
export function issuerKeys(issuers: readonly TrustedIssuer[], fetch: typeof globalThis.fetch): IssuerKeys {
  async function read<T>(url: string, schema: Schema<T>): Promise<T> {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    const parsed = parse(schema, response.ok ? await response.json() : undefined)
    if (!parsed.ok) throw new Error(`${url} did not return what OpenID Connect discovery requires.`)
    return parsed.value
  }
  return async (iss) => {
    const trusted = issuers.find((issuer) => issuerUrl(issuer) === iss)
    if (trusted === undefined) return undefined
    if (typeof trusted !== 'string') return trusted.jwks
    const found = await read(`${iss.replace(/\/$/, '')}/.well-known/openid-configuration`, Discovery)
    if (found.issuer !== iss)
      throw new Error(`The discovery document of ${iss} names another issuer: ${found.issuer}.`)
    // The keys are checked later, when they are imported.
    return read(found.jwks_uri, KeySet)
  }
}
