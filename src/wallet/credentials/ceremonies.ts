/**
 * The entry of the chunk with the WebAuthn ceremonies. It names the functions that are used, so that bundlers leave out
 * the rest of the library.
 * @module
 */
export {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
