/** OAUTH: an ID token from an identity provider, with a nonce that binds it to the client key. @module */
import { withDeadline } from '../../clock.js'
import { CeremonyError } from '../../errors.js'
import { checkIdToken, identityIn, type TokenIdentity } from './id-token.js'
import type { CreationInput, GetOidcToken, Method, MethodContext } from './method.js'

const callbackDeadline = 5 * 60_000

/** The caller's input for the creation of an OAUTH credential. */
export interface OauthInput extends CreationInput {
  readonly type: 'OAUTH'
  /** Gets the ID token that the credential is created from. */
  readonly getOidcToken: GetOidcToken
}

/** What the user sees before an identity is linked. A magic value of the sandbox names nobody. */
export interface OauthDetails extends TokenIdentity {
  readonly type: 'OAUTH'
}

/** The row of OAUTH in the table of credential types. */
export const oauth: Method<OauthInput, OauthDetails> = {
  type: 'OAUTH',
  challenge: 'none',
  deadline: () => callbackDeadline,
  onlyOne: undefined,
  async prove(request) {
    if (request.sandbox.oidcToken) return { oidcToken: await request.sandbox.oidcToken('verify') }
    return { oidcToken: await idToken(request.getOidcToken, request, request) }
  },
  verifyBody: ({ oidcToken = '' }, clientPublicKey) => ({ type: 'OAUTH', oidcToken, clientPublicKey }),
  async creationBody({ type, getOidcToken }, request) {
    const { accountId, sandbox, now } = request
    if (sandbox.oidcToken) return { type, accountId, oidcToken: await sandbox.oidcToken('create') }
    const binding = await request.oidcBinding()
    const oidcToken = await idToken(getOidcToken, binding, request)
    // The service cannot check this nonce, because the request that creates a credential does not contain the client
    // key. Without this check, any fresh token would be accepted.
    checkIdToken(oidcToken, { nonce: binding.nonce, now: now() })
    return { type, accountId, oidcToken }
  },
  consent: ({ type }, body) => ({ type, ...(body && identityIn(body.oidcToken)) }),
  recheck: ({ oidcToken }, binding) => checkIdToken(oidcToken, binding),
  activities: { create: 'CREATE_OAUTH_PROVIDERS', revoke: 'DELETE_OAUTH_PROVIDERS', repeats: 'oidcToken' },
}

/**
 * Calls `getOidcToken`.
 *
 * @throws CeremonyError `OIDC_CALLBACK_FAILED`, `OIDC_TOKEN_MALFORMED` or `OIDC_TIMEOUT`
 */
export function idToken(
  getOidcToken: GetOidcToken | undefined,
  binding: { readonly nonce: string; readonly clientPublicKey: string },
  { clock, signal }: MethodContext,
): Promise<string> {
  if (getOidcToken === undefined)
    return Promise.reject(new TypeError('OAUTH needs getOidcToken: a function.'))
  const { nonce, clientPublicKey } = binding
  const late = (): Error =>
    new CeremonyError('OIDC_TIMEOUT', 'getOidcToken did not settle within five minutes.')
  return withDeadline(clock, { ms: callbackDeadline, signal, late }, async (inner) => {
    try {
      const token: unknown = await getOidcToken({ nonce, clientPublicKey, signal: inner })
      if (typeof token === 'string') return token
    } catch (error) {
      throw new CeremonyError('OIDC_CALLBACK_FAILED', 'getOidcToken rejected; its error is the cause.', {
        cause: error,
      })
    }
    throw new CeremonyError('OIDC_TOKEN_MALFORMED', 'getOidcToken did not resolve to a string.')
  })
}
