/** The error of this door: why there is no ID token. @module */
import {
  AUTHORIZATION_RESPONSE_ERROR,
  JSON_ATTRIBUTE_COMPARISON,
  JWT_CLAIM_COMPARISON,
  RESPONSE_BODY_ERROR,
  RESPONSE_IS_NOT_CONFORM,
  WWW_AUTHENTICATE_CHALLENGE,
} from 'oauth4webapi'

/** Why there is no ID token. */
export type OidcErrorCode =
  /** The browser did not open the window: `popupToken` was not called in a click, or pop-ups are switched off. */
  | 'POPUP_BLOCKED'
  /** This is an in-app browser, or another one that has no second window. */
  | 'POPUPS_UNSUPPORTED'
  /** The window was closed before it had an answer. */
  | 'POPUP_CLOSED'
  /** The provider did not answer in time. */
  | 'TIMEOUT'
  /** The person came back from the provider without an answer, through the back/forward cache. */
  | 'REDIRECT_ABANDONED'
  /** The browser refused to keep the request in `sessionStorage`, which a redirect needs. Nothing was sent. */
  | 'STORAGE_UNAVAILABLE'
  /** No request of this page, or of one that is still open, has the answer's `state`. */
  | 'STATE_MISMATCH'
  /** The ID token has no `nonce`, or another one than the wallet gave out. */
  | 'NONCE_MISMATCH'
  /** The answer, the ID token or the discovery document names another issuer. */
  | 'ISSUER_MISMATCH'
  /** The person, or the provider for them, declined. */
  | 'ACCESS_DENIED'
  /** The provider answered with an error, which is the `cause`. */
  | 'PROVIDER_REFUSED'
  /** The discovery document or the token endpoint could not be fetched: network, CORS, or the page's own policy. */
  | 'PROVIDER_UNREACHABLE'
  /** What the provider sent is not what OpenID Connect describes. */
  | 'ANSWER_INVALID'

/**
 * The error with which {@link finishRedirect} rejects. Of a {@link popupToken} or {@link redirectToken} it is the
 * `cause` of the wallet's `OIDC_CALLBACK_FAILED`.
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
  /** Literal and stable. */
  readonly code: OidcErrorCode

  constructor(code: OidcErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What oauth4webapi found wrong, as an error of this door with the original as its `cause`. */
export function oidcErrorOf(cause: unknown): OidcError {
  if (cause instanceof OidcError) return cause
  const code = codeOf(cause)
  return new OidcError(code, messages[code], { cause })
}

type FoundCode = Extract<
  OidcErrorCode,
  | 'ACCESS_DENIED'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_UNREACHABLE'
  | 'NONCE_MISMATCH'
  | 'ISSUER_MISMATCH'
  | 'ANSWER_INVALID'
>

const messages: Readonly<Record<FoundCode, string>> = {
  ACCESS_DENIED: 'The sign-in at the provider was declined.',
  PROVIDER_REFUSED: 'The provider answered with an error, which is the cause.',
  PROVIDER_UNREACHABLE:
    'The provider did not answer this page. Its origin must be in connect-src, and it must allow this origin by CORS.',
  NONCE_MISMATCH: 'The ID token does not have the nonce that the wallet gave out.',
  ISSUER_MISMATCH: 'The answer names another issuer than the one that was asked.',
  ANSWER_INVALID: 'The provider sent something that is not a valid answer.',
}

/** The fields that errors of oauth4webapi have, beside those of `fetch`. */
interface Told {
  readonly code?: unknown
  readonly error?: unknown
  readonly cause?: { readonly claim?: unknown; readonly claims?: { readonly nonce?: unknown } }
}

function codeOf(error: unknown): FoundCode {
  // A parse boundary: every field is compared before it is used.
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
    // `fetch` says no more than this when it fails.
    case undefined:
      return error instanceof TypeError ? 'PROVIDER_UNREACHABLE' : 'ANSWER_INVALID'
    default:
      return cause?.claims !== undefined && cause.claims.nonce === undefined
        ? 'NONCE_MISMATCH'
        : 'ANSWER_INVALID'
  }
}
