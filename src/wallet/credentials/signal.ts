/** The entry of the chunk that tells the browser which passkeys are not accepted any more. @module */
export { sendSignal } from '@simplewebauthn/browser'
