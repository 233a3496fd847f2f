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
  /** The browser did not open the window: `popupToken` was not called in a click, or pop-ups are switched off. */
  | 'POPUP_BLOCKED'
  /** This is an in-app browser, or another browser that cannot open a second window. */
  | 'POPUPS_UNSUPPORTED'
  /** The window was closed before the answer arrived. */
  | 'POPUP_CLOSED'
  /** The provider did not answer in time. */
  | 'TIMEOUT'
  /** The user went back to this page, which the browser kept in its back/forward cache, without an answer. */
  | 'REDIRECT_ABANDONED'
  /** The browser refused to keep the request in `sessionStorage`, which a redirect needs. Nothing was sent. */
  | 'STORAGE_UNAVAILABLE'
  /** The `state` in the answer matches no request of this tab, and no request that another page is waiting for. */
  | 'STATE_MISMATCH'
  /** The ID token's `nonce` is missing, or is not the wallet's. */
  | 'NONCE_MISMATCH'
  /** The answer, the ID token or the discovery document names an issuer other than the expected one. */
  | 'ISSUER_MISMATCH'
  /** The user or the provider denied the request. */
  | 'ACCESS_DENIED'
  /** The provider answered with an error, which is the `cause`. */
  | 'PROVIDER_REFUSED'
  /** The discovery document or token endpoint could not be reached: network, CORS, or Content-Security-Policy. */
  | 'PROVIDER_UNREACHABLE'
  /** The provider sent something that does not conform to OpenID Connect. */
  | 'ANSWER_INVALID'

/**
 * The error with which {@link finishRedirect} rejects. If {@link popupToken} or {@link redirectToken} fails, this error
 * is the `cause` of the wallet's `OIDC_CALLBACK_FAILED`.
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
  /** The reason. A code keeps its meaning in later versions. */
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
    'This page could not read an answer from the provider. Add the provider’s origin to connect-src. The provider must allow this page by CORS.',
  NONCE_MISMATCH: 'The ID token does not have the wallet’s nonce.',
  ISSUER_MISMATCH: 'The answer names an issuer other than the one that was asked.',
  ANSWER_INVALID: 'The provider sent something that is not a valid answer.',
}

/** The fields that tell the errors of oauth4webapi apart. Errors of `fetch` do not have them. */
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
    // If `fetch` fails, its error does not have a code. It is a `TypeError`, and does not give the reason.
    case undefined:
      return error instanceof TypeError ? 'PROVIDER_UNREACHABLE' : 'ANSWER_INVALID'
    default:
      return cause?.claims !== undefined && cause.claims.nonce === undefined
        ? 'NONCE_MISMATCH'
        : 'ANSWER_INVALID'
  }
}
