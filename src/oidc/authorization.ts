/**
 * Builds the authorization request and gets the ID token from the answer, as specified in OpenID Connect Core 1.0, RFC
 * 7636 and RFC 9207.
 * @module
 */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  clockTolerance,
  generateRandomCodeVerifier,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { isLoopback, isSafe } from './addresses.js'
import { assertAccepted } from './issuers.js'
import { OidcError, oidcErrorOf } from './oidc-error.js'
import { type CheckedProvider, issuersOf } from './provider.js'

/** The parts of an authorization request that are needed once its answer arrives. */
export interface AuthorizationRequest {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. It is sent only to the token endpoint. */
  readonly verifier: string
  readonly provider: CheckedProvider
  readonly server: AuthorizationServer
}

/** Builds an authorization request. Resolves with the request and with the provider's address to send the user to. */
export async function authorizationRequest(
  provider: CheckedProvider,
  server: AuthorizationServer,
  { nonce, state }: { readonly nonce: string; readonly state: string },
): Promise<{ readonly request: AuthorizationRequest; readonly address: string }> {
  const { authorization_endpoint: endpoint = '' } = server
  if (!isSafe(endpoint))
    throw new OidcError('ANSWER_INVALID', `The provider's authorization_endpoint is not an HTTPS address.`)
  const verifier = generateRandomCodeVerifier()
  const address = new URL(endpoint)
  const parameters = {
    scope: 'openid email',
    ...provider.parameters,
    ...(provider.scope !== undefined && { scope: provider.scope }),
    response_type: provider.responseType,
    client_id: provider.clientId,
    redirect_uri: provider.redirectUri,
    state,
    nonce,
    ...(provider.responseType === 'code' && {
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { request: { state, nonce, verifier, provider, server }, address: address.href }
}

/**
 * Resolves with the ID token: either the answer contains it, or the answer's `code` is exchanged for it. This function
 * checks the state, issuer, audience and nonce. The wallet checks the token's age later, because only the wallet knows
 * the server's time. The service verifies the signature.
 */
export async function tokenOf(
  request: AuthorizationRequest,
  answer: URLSearchParams,
  signal?: AbortSignal,
): Promise<string> {
  const { server, state, provider } = request
  if (answer.get('state') !== state)
    throw new OidcError('STATE_MISMATCH', 'The provider’s answer belongs to another request.')
  const issuer = answer.get('iss')
  // An answer with an ID token does not need `iss`, because the token names its issuer (RFC 9207 2.4).
  const isNeeded =
    provider.responseType === 'code' && server.authorization_response_iss_parameter_supported === true
  if (issuer !== null) assertAccepted(issuersOf(provider, server), issuer)
  else if (isNeeded) assertAccepted([], '')
  try {
    return await tokens[provider.responseType](request, answer, signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw oidcErrorOf(error)
  }
}

type TokenOf = (
  request: AuthorizationRequest,
  answer: URLSearchParams,
  signal: AbortSignal | undefined,
) => Promise<string>

const tokens: Readonly<Record<'code' | 'id_token', TokenOf>> = {
  async code(request, answer, signal) {
    const { server, state, verifier, provider } = request
    const client = clientOf(provider)
    const named = { ...server, issuer: answer.get('iss') ?? server.issuer }
    const checked = validateAuthResponse(named, client, answer, state)
    const isLocal = server.token_endpoint !== undefined && isLoopback(new URL(server.token_endpoint))
    const response = await authorizationCodeGrantRequest(
      named,
      client,
      None(),
      checked,
      provider.redirectUri,
      verifier,
      { ...(signal && { signal }), [allowInsecureRequests]: isLocal },
    )
    return checkedToken(request, response, answer.get('iss'))
  },
  async id_token(request, answer) {
    const { server, state, provider } = request
    const rest = new URLSearchParams(answer)
    rest.delete('id_token')
    const lenient = {
      ...server,
      issuer: answer.get('iss') ?? server.issuer,
      authorization_response_iss_parameter_supported: false,
    }
    validateAuthResponse(lenient, clientOf(provider), rest, state)
    // oauth4webapi checks an ID token only as part of a token endpoint's response. The same checks are needed here, so
    // the token is wrapped in such a response, with a placeholder as the access token.
    const body = { access_token: 'none', token_type: 'bearer', id_token: answer.get('id_token') ?? undefined }
    const headers = { 'Content-Type': 'application/json' }
    return checkedToken(request, new Response(JSON.stringify(body), { headers }), answer.get('iss'))
  },
}

/** `named` is the issuer in the authorization response, if that has one. The token then has to have the same. */
async function checkedToken(
  request: AuthorizationRequest,
  response: Response,
  named: string | null,
): Promise<string> {
  const { server, nonce, provider } = request
  const issuer = await issuerOfToken(response.clone())
  if (issuer !== undefined) assertAccepted(named ?? issuersOf(provider, server), issuer)
  const expected = { ...server, issuer: issuer ?? server.issuer }
  const answer = await processAuthorizationCodeResponse(expected, clientOf(provider), response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  // `requireIdToken` guarantees an ID token. The empty string only satisfies the compiler.
  return answer.id_token ?? ''
}

/** The unverified issuer of the ID token in an answer. `undefined` if it cannot be read: the token is refused later. */
async function issuerOfToken(response: Response): Promise<string | undefined> {
  try {
    const { id_token: token } = (await response.json()) as { readonly id_token: string }
    // Only ASCII is needed of the claims, so they are not decoded as UTF-8.
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).iss
  } catch {
    return undefined
  }
}

/**
 * Returns a client for oauth4webapi that accepts any token age, because the device's clock may be wrong by days. The
 * wallet checks the token's age against the server's time instead.
 */
const clientOf = ({ clientId }: CheckedProvider): Client => ({
  client_id: clientId,
  [clockTolerance]: 1e10,
})
