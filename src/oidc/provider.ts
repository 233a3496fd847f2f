/** An identity provider: the app's settings for it, and the metadata that the provider publishes. @module */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { isLoopback, isSafe } from './addresses.js'

/**
 * An identity provider, and the platform's client at that provider. The client must be a public client, which has no
 * secret.
 */
export interface OidcProvider {
  /**
   * The issuer, exactly as in the `iss` claim of the provider's tokens. It must be an HTTPS address or, during
   * development, a loopback address.
   */
  readonly issuer: string
  /** The id of the client that is registered at the provider for this page. */
  readonly clientId: string
  /**
   * The address of the page that calls `finishRedirect`. It must have the same origin as this page. A relative address
   * is resolved against this page. Register the absolute address at the provider.
   */
  readonly redirectUri: string
  /**
   * `code` (default): authorization code with PKCE. `id_token`: the token is returned in the fragment of the address.
   * Use `id_token` if the provider's token endpoint needs a secret or does not allow CORS.
   */
  readonly responseType?: 'code' | 'id_token'
  /** Default `openid email`. */
  readonly scope?: string
  /** Additional parameters of the authorization request, such as `prompt` or `login_hint`. */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * Used instead of the provider's discovery document. Set it if the provider does not let pages read that document.
   */
  readonly metadata?: ProviderMetadata
}

/** The fields that this package needs from the provider's discovery document. */
export interface ProviderMetadata {
  readonly authorization_endpoint: string
  /** Not needed for the response type `id_token`. */
  readonly token_endpoint?: string
}

/** A provider with checked fields and an absolute `redirectUri`. It can be stored as JSON. */
export type CheckedProvider = OidcProvider & { readonly responseType: 'code' | 'id_token' }

/** Checks a provider and fills in its defaults. Throws a `TypeError` if the provider cannot be used from this page. */
export function checkedProvider(provider: OidcProvider): CheckedProvider {
  const { issuer, clientId, redirectUri, responseType = 'code' } = provider
  if (![issuer, clientId, redirectUri].every((text) => typeof text === 'string' && text !== ''))
    throw new TypeError('An OidcProvider needs { issuer: string, clientId: string, redirectUri: string }.')
  if (!isSafe(issuer)) throw new TypeError(`The issuer must be an HTTPS address, not ${issuer}.`)
  if (responseType !== 'code' && responseType !== 'id_token')
    throw new TypeError("responseType must be 'code' or 'id_token'.")
  const absolute = new URL(redirectUri, location.href)
  // This page and the page at `redirectUri` share the request through `sessionStorage` or the answer over a
  // `BroadcastChannel`. Both work only within one origin.
  if (absolute.origin !== location.origin)
    throw new TypeError(`redirectUri must be a page of ${location.origin}, not of ${absolute.origin}.`)
  // Providers compare addresses as text, so an absolute address is sent exactly as the platform wrote it.
  const registered = /^https?:/.test(redirectUri) ? redirectUri : absolute.href
  return { ...provider, responseType, redirectUri: registered }
}

/** Resolves with the provider's metadata: the caller's `metadata` if it is set, otherwise the discovery document. */
export async function serverOf(provider: CheckedProvider, signal: AbortSignal): Promise<AuthorizationServer> {
  const { issuer, metadata } = provider
  if (metadata !== undefined)
    return { issuer, ...metadata, id_token_signing_alg_values_supported: algorithms }
  const address = new URL(issuer)
  const response = await discoveryRequest(address, { signal, [allowInsecureRequests]: isLoopback(address) })
  return processDiscoveryResponse(address, response)
}

/** The algorithms accepted without a discovery document: all asymmetric ones. Only the service verifies signatures. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
