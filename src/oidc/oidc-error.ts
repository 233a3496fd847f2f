/** The errors of `embedded-wallet-auth/oidc`. @module */
import {
  AUTHORIZATION_RESPONSE_ERROR,
  JSON_ATTRIBUTE_COMPARISON,
  JWT_CLAIM_COMPARISON,
  RESPONSE_BODY_ERROR,
  RESPONSE_IS_NOT_CONFORM,
  WWW_AUTHENTICATE_CHALLENGE,
} from 'oauth4webapi'

/** The reason why there is no ID token. */
export type OidcErrorCode =
  /**
   * The browser did not open the pop-up: `popupToken` was not called in a click handler, or pop-ups are switched off.
   */
  | 'POPUP_BLOCKED'
  /** The page is in an in-app browser, or in another browser that cannot open a second window. */
  | 'POPUPS_UNSUPPORTED'
  /** The pop-up was closed before the answer arrived. */
  | 'POPUP_CLOSED'
  /** The provider did not answer within the `timeout` of the pop-up. */
  | 'TIMEOUT'
  /** The user came back before the provider answered: the browser restored this page from its back/forward cache. */
  | 'REDIRECT_ABANDONED'
  /** The browser refused to store the request in `sessionStorage`, so the redirect was not started. */
  | 'STORAGE_UNAVAILABLE'
  /** No request of this tab has the answer's `state`, and no other page is waiting for an answer with that `state`. */
  | 'STATE_MISMATCH'
  /** The ID token's `nonce` is missing or differs from the wallet's. */
  | 'NONCE_MISMATCH'
  /** The answer, the ID token or the discovery document does not name the expected issuer. */
  | 'ISSUER_MISMATCH'
  /** The user or the provider denied the request. */
  | 'ACCESS_DENIED'
  /** The provider answered with an error, which is the `cause`. */
  | 'PROVIDER_REFUSED'
  /**
   * The discovery document or the token endpoint could not be reached because of the network, CORS or
   * Content-Security-Policy, or answered with an unexpected HTTP status.
   */
  | 'PROVIDER_UNREACHABLE'
  /** The provider sent something that does not conform to OpenID Connect. */
  | 'ANSWER_INVALID'

/**
 * The error that {@link finishRedirect} rejects with. If {@link popupToken} or {@link redirectToken} fails, an
 * `OidcError` is the `cause` of the wallet's `OIDC_CALLBACK_FAILED` error.
 *
 * @example
 * try {
 *   await wallet.signIn({ type: 'OAUTH', getOidcToken: popupToken(provider) })
 * } catch (error) {
 *   if (!(error instanceof WalletError) || !(error.cause instanceof OidcError)) throw error
 *   if (error.cause.code === 'POPUP_BLOCKED') showRedirectButton()
 * }
 */
export class OidcError extends Error {
  override readonly name = 'OidcError'
  /** The reason for the error. Each code keeps its meaning in later versions. */
  readonly code: OidcErrorCode

  constructor(code: OidcErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Turns an error of oauth4webapi or `fetch` into an {@link OidcError}, with the original as its `cause`. */
export function oidcErrorOf(cause: unknown): OidcError {
  if (cause instanceof OidcError) return cause
  const code = codeOf(cause)
  return new OidcError(code, messages[code], { cause })
}

const messages = {
  ACCESS_DENIED: 'The sign-in at the provider was declined.',
  PROVIDER_REFUSED: 'The provider answered with an error. See the cause.',
  PROVIDER_UNREACHABLE:
    'This page could not read the provider’s answer. The page’s connect-src must list the provider’s origin, and the provider must allow the page’s origin by CORS.',
  NONCE_MISMATCH: 'The ID token does not have the wallet’s nonce.',
  ISSUER_MISMATCH: 'The provider’s answer does not name the expected issuer.',
  ANSWER_INVALID: 'The provider sent something that is not a valid answer.',
} satisfies Partial<Record<OidcErrorCode, string>>

/** The fields that distinguish the errors of oauth4webapi. Errors of `fetch` do not have them. */
interface Told {
  readonly code?: unknown
  readonly error?: unknown
  readonly cause?: { readonly claim?: unknown; readonly claims?: { readonly nonce?: unknown } }
}

function codeOf(error: unknown): keyof typeof messages {
  // A parse boundary: every field is checked before it is used.
  const { code, error: said, cause } = Object(error) as Told
  switch (code) {
    case AUTHORIZATION_RESPONSE_ERROR:
      return said === 'access_denied' ? 'ACCESS_DENIED' : 'PROVIDER_REFUSED'
    case RESPONSE_BODY_ERROR:
    case WWW_AUTHENTICATE_CHALLENGE:
      return 'PROVIDER_REFUSED'
    case RESPONSE_IS_NOT_CONFORM:
      return 'PROVIDER_UNREACHABLE'
    case JSON_ATTRIBUTE_COMPARISON:
      return 'ISSUER_MISMATCH'
    case JWT_CLAIM_COMPARISON:
      if (cause?.claim === 'nonce') return 'NONCE_MISMATCH'
      return cause?.claim === 'iss' ? 'ISSUER_MISMATCH' : 'ANSWER_INVALID'
    // A failed `fetch` throws a `TypeError` without a code and without the reason.
    case undefined:
      return error instanceof TypeError ? 'PROVIDER_UNREACHABLE' : 'ANSWER_INVALID'
    default:
      return cause?.claims !== undefined && cause.claims.nonce === undefined
        ? 'NONCE_MISMATCH'
        : 'ANSWER_INVALID'
  }
}
