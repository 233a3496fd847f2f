/** A real OpenID provider on a separate port, with certified code by others. @module */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  /** Returns the address to which a page sends the user. The ID token comes back in the fragment of `redirectUri`. */
  authorizationUrl(request: {
    readonly redirectUri: string
    readonly nonce: string
    readonly state: string
  }): string
  close(): Promise<void>
}

const clientId = 'embedded-wallet'

/**
 * Starts a provider with its own sign-in pages, for one client with these redirect addresses. Every answer has
 * `headers`.
 */
export async function startIdentityProvider(
  redirectUris: () => readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<IdentityProvider> {
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    // Made at the first request, because the redirect addresses are not known earlier.
    provider ??= makeProvider(issuer, redirectUris())
    provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    clientId,
    authorizationUrl({ redirectUri, nonce, state }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'id_token',
        scope: 'openid email',
        redirect_uri: redirectUri,
        nonce,
        state,
      })
      return `${issuer}/auth?${query}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function makeProvider(issuer: string, redirectUris: readonly string[]): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        // A native client may use loopback addresses without TLS.
        application_type: 'native',
        response_types: ['id_token', 'code'],
        grant_types: ['implicit', 'authorization_code'],
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'none',
      },
    ],
    responseTypes: ['id_token', 'code'],
    clientBasedCORS: () => true,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@provider.example`, email_verified: true }),
    }),
  })
}
