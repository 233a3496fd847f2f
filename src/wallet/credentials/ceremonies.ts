/** The entry of the chunk with the WebAuthn ceremonies: only what is used of their library is loaded. @module */
export {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
