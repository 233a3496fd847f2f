/** An identity provider: the app's settings for it, and the metadata that the provider publishes. @module */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { baseAddress, isLoopback, isSafe, ownOrigin } from './addresses.js'
import { accepts, type Issuers, isTemplate, storable } from './issuers.js'

/**
 * An identity provider, and the platform's client at that provider. The client must be a public client, which has no
 * secret.
 */
export interface OidcProvider {
  /**
   * The issuer, exactly as in the `iss` claim of the provider's tokens. It must be an HTTPS address or, during
   * development, a loopback address.
   *
   * A provider with an issuer for each tenant names it with a placeholder in its discovery document. Then the issuer of
   * every tenant is accepted. To accept only some, pass a list, a set or a function, and `discovery` or `metadata`.
   */
  readonly issuer: Issuers
  /**
   * The address below which the provider has `/.well-known/openid-configuration`. Default: `issuer`, if that is one
   * address.
   */
  readonly discovery?: string
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

/**
 * A provider with checked fields and an absolute `redirectUri`. All but a function as `issuer` can be stored as JSON.
 */
export type CheckedProvider = Omit<OidcProvider, 'issuer'> & {
  readonly responseType: 'code' | 'id_token'
  readonly issuer: Exclude<Issuers, ReadonlySet<string>>
}

/** Checks a provider and fills in its defaults. Throws a `TypeError` if the provider cannot be used from this page. */
export function checkedProvider(provider: OidcProvider): CheckedProvider {
  const { issuer, clientId, redirectUri, responseType = 'code', discovery, metadata } = provider
  if (![clientId, redirectUri].every((text) => typeof text === 'string' && text !== ''))
    throw new TypeError('An OidcProvider needs { issuer, clientId: string, redirectUri: string }.')
  const issuers = storable(issuer ?? [])
  const named = typeof issuers === 'function' ? [] : [issuers].flat()
  if (named.length === 0 && typeof issuers !== 'function')
    throw new TypeError('An OidcProvider needs { issuer, clientId: string, redirectUri: string }.')
  for (const address of discovery === undefined ? named : [...named, discovery])
    if (typeof address !== 'string' || !isSafe(address))
      throw new TypeError(`The issuer must be an HTTPS address, not ${address}.`)
  const isOne = typeof issuers === 'string' && !isTemplate(issuers)
  if (!isOne && discovery === undefined && metadata === undefined)
    throw new TypeError('With several issuers, an OidcProvider needs { discovery } or { metadata }.')
  if (responseType !== 'code' && responseType !== 'id_token')
    throw new TypeError("responseType must be 'code' or 'id_token'.")
  const absolute = new URL(redirectUri, baseAddress())
  // This page and the page at `redirectUri` share the request through `sessionStorage` or the answer over a
  // `BroadcastChannel`. Both work only within one origin.
  if (absolute.origin !== ownOrigin())
    throw new TypeError(`redirectUri must be a page of ${ownOrigin()}, not of ${absolute.origin}.`)
  // Providers compare addresses as text, so an absolute address is sent exactly as the platform wrote it.
  const registered = /^https?:/.test(redirectUri) ? redirectUri : absolute.href
  return { ...provider, issuer: issuers, responseType, redirectUri: registered }
}

/** Resolves with the provider's metadata: the caller's `metadata` if it is set, otherwise the discovery document. */
export async function serverOf(provider: CheckedProvider, signal: AbortSignal): Promise<AuthorizationServer> {
  const { issuer, metadata, discovery } = provider
  const one = typeof issuer === 'string' ? issuer : undefined
  if (metadata !== undefined)
    return { issuer: one ?? unnamed, ...metadata, id_token_signing_alg_values_supported: algorithms }
  const address = new URL(discovery ?? one ?? unnamed)
  const response = await discoveryRequest(address, { signal, [allowInsecureRequests]: isLoopback(address) })
  const told = await issuerIn(response.clone())
  // With `discovery`, the tokens alone have to name an expected issuer. Without it, the document has to name `issuer`,
  // or a template that includes it.
  const isExpected = discovery !== undefined || (isTemplate(told) && one !== undefined && accepts(told, one))
  return processDiscoveryResponse(isExpected ? new URL(told) : address, response)
}

/** The issuers whose tokens answer a request to this server. */
export const issuersOf = ({ issuer }: CheckedProvider, server: AuthorizationServer): Issuers =>
  typeof issuer === 'string' ? [issuer, server.issuer] : issuer

/** Stands for the issuer of a server that has several. */
const unnamed = 'https://issuer.invalid'

/** The issuer in a discovery document. Returns an address that no document names if it has none. */
async function issuerIn(response: Response): Promise<string> {
  const document: unknown = await response.json().catch(() => undefined)
  const { issuer } = Object(document) as { readonly issuer?: unknown }
  return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : unnamed
}

/** The algorithms accepted without a discovery document: all asymmetric ones. Only the service verifies signatures. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
