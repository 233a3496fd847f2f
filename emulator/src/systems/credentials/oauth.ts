/** The credential type OAUTH: ID tokens from identity providers. @module */
import { bytesToHex, sha256, utf8 } from 'embedded-wallet-auth/wire'
import { invalidInput, unauthorized } from '../../handler/api-error.js'
import { isCompressed, takeSessionKey } from '../../handler/client-keys.js'
import type { Context } from '../../handler/context.js'
import type { OidcIdentity } from '../../state/state.js'
import { deliveryFor, sealedDelivery, stubDelivery } from '../sessions/issue.js'
import type { CredentialRow } from './credential-row.js'
import { decodeToken, type IdTokenClaims, identityOf, verifiedClaims } from './id-token.js'

/** The row of OAUTH in the table of credential types. An account may have several credentials of this type. */
export const oauth: CredentialRow = {
  existsCode: undefined,
  contact: undefined,

  async register(context, account, body) {
    if (body.type !== 'OAUTH') throw invalidInput('The credential type must be OAUTH.', 'type')
    const claims = await claimsAtCreation(context, body.oidcToken)
    const { email, sub } = claims
    const provider = { oidcToken: body.oidcToken, providerName: claims.iss ?? '' }
    return {
      // If the token has no e-mail address, the nickname is its subject [our choice].
      wire: { nickname: typeof email === 'string' ? email : (sub ?? 'unknown') },
      proof: { identity: registeredIdentity(claims) },
      activity: {
        type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
        parameters: { oauthProviders: [provider], userId: account.wallet.userId },
      },
    }
  },

  revocation: (account, { wire }) => ({
    type: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS',
    parameters: { providerIds: [wire.id], userId: account.wallet.userId },
  }),

  // The service does not document this call for OAUTH, so the emulator refuses it (wire-facts 3.1 [our choice]).
  async challenge() {
    throw invalidInput('An OAUTH credential has no challenge. Verify it with a fresh token.', 'id')
  },

  async prove({ context }, credential, body) {
    if (body.type !== 'OAUTH') throw invalidInput('The type must be that of the credential: OAUTH.', 'type')
    const clientKey = takeSessionKey(context, body.clientPublicKey)
    // The sandbox that takes compressed keys does not take this token any more [current].
    if (!isCompressed(body.clientPublicKey) && context.magic.oidcToken(body.oidcToken))
      return { clientKey, delivery: stubDelivery }
    const claims = await verifiedClaims(context, body.oidcToken)
    const { iss, sub, aud } = identityOf(claims)
    const registered = credential.identity
    if (iss !== registered?.iss || sub !== registered.sub || aud !== registered.aud) {
      throw unauthorized('Invalid OIDC token', 'The token is for another identity.')
    }
    // The nonce is the hash of the key's hex text, not of the key's bytes (wire-facts 3.5).
    const nonce = bytesToHex(await sha256(utf8(body.clientPublicKey)))
    if (claims['nonce'] !== nonce) {
      throw unauthorized('Invalid OIDC token', 'The nonce is not the hash of the client public key.')
    }
    return { clientKey, delivery: deliveryFor(body.clientPublicKey, sealedDelivery) }
  },
}

/**
 * Resolves with the claims of a token that creates a credential. In sandbox mode, tokens from certain issuers are
 * accepted unchecked (Sandbox test behaviors).
 */
async function claimsAtCreation(context: Context, token: string): Promise<IdTokenClaims> {
  const unchecked = decodeToken(token)
  return context.magic.unsignedIssuer(unchecked.iss ?? '') ? unchecked : verifiedClaims(context, token)
}

function registeredIdentity(claims: IdTokenClaims): OidcIdentity {
  const { iss = '', sub = '', aud = '' } = claims
  return { iss, sub, aud: Array.isArray(aud) ? (aud[0] ?? '') : aud }
}
