/** An identity provider as the platform registered with it, and what the provider says of itself. @module */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'

/** An identity provider, and the client that is registered there for this page: a public one, without a secret. */
export interface OidcProvider {
  /** As the `iss` of its tokens spells it. HTTPS, or a loopback address while developing. */
  readonly issuer: string
  readonly clientId: string
  /** The page of this origin that calls `finishRedirect`, as it is registered. May be relative to the page. */
  readonly redirectUri: string
  /**
   * `code` (default): authorization code with PKCE. `id_token`: the token comes back in the fragment, for issuers whose
   * token endpoint wants a secret or does not answer pages.
   */
  readonly responseType?: 'code' | 'id_token'
  /** Default `openid email`. */
  readonly scope?: string
  /** More parameters of the authorization request, such as `prompt` or `login_hint`. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Replaces the discovery document of an issuer that does not let pages read it. */
  readonly metadata?: ProviderMetadata
}

/** The part of the discovery document that is needed here, in its spelling. */
export interface ProviderMetadata {
  readonly authorization_endpoint: string
  /** Not needed for `id_token`. */
  readonly token_endpoint?: string
}

/** A provider whose form was checked, with an absolute `redirectUri`. Plain JSON. */
export type CheckedProvider = OidcProvider & { readonly responseType: 'code' | 'id_token' }

/** Throws a `TypeError` for a provider that cannot work from this page. */
export function checkedProvider(provider: OidcProvider): CheckedProvider {
  const { issuer, clientId, redirectUri, responseType = 'code' } = provider
  if (![issuer, clientId, redirectUri].every((text) => typeof text === 'string' && text !== ''))
    throw new TypeError('An OidcProvider needs { issuer: string, clientId: string, redirectUri: string }.')
  if (!isSafe(issuer)) throw new TypeError(`The issuer must be an HTTPS address, not ${issuer}.`)
  if (responseType !== 'code' && responseType !== 'id_token')
    throw new TypeError("responseType must be 'code' or 'id_token'.")
  const absolute = new URL(redirectUri, location.href)
  // The answer comes back through storage or a channel, which only pages of one origin share.
  if (absolute.origin !== location.origin)
    throw new TypeError(`redirectUri must be a page of ${location.origin}, not of ${absolute.origin}.`)
  // Providers compare the text: an address that is absolute already stays as it was registered.
  const registered = /^https?:/.test(redirectUri) ? redirectUri : absolute.href
  return { ...provider, responseType, redirectUri: registered }
}

/** What the provider says of itself. */
export async function serverOf(provider: CheckedProvider, signal: AbortSignal): Promise<AuthorizationServer> {
  const { issuer, metadata } = provider
  if (metadata !== undefined)
    return { issuer, ...metadata, id_token_signing_alg_values_supported: algorithms }
  const address = new URL(issuer)
  const response = await discoveryRequest(address, { signal, [allowInsecureRequests]: isLoopback(address) })
  return processDiscoveryResponse(address, response)
}

/** The signature is the service's to verify: without a discovery document any asymmetric algorithm may be named. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Whether a page may be sent there: never to `javascript:`, which would run in a window of this origin. */
export function isSafe(address: string): boolean {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || isLoopback(url)
  } catch {
    return false
  }
}

/** This machine, where browsers also trust a page without HTTPS. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
