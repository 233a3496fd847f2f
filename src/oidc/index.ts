/** Gets ID tokens for OAUTH credentials, by pop-up or by redirect, with PKCE. @module */

export { type FinishedRedirect, type FinishOptions, finishRedirect } from './finish-redirect.js'
export type { Issuers } from './issuers.js'
export { OidcError, type OidcErrorCode } from './oidc-error.js'
export { type PopupOptions, type PopupToken, popupToken } from './popup-token.js'
export type { OidcProvider, ProviderMetadata } from './provider.js'
export { redirectToken } from './redirect-token.js'
