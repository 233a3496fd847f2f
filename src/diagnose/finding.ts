/** The type of the findings that `diagnose` returns. @module */

/** What was found. A code keeps its meaning in later versions. */
export type FindingCode =
  /** The page was loaded without HTTPS, and not from a loopback address. */
  | 'NOT_SECURE'
  /** WebCrypto cannot generate, keep or use a non-extractable P-256 key. */
  | 'WEBCRYPTO_UNUSABLE'
  /** IndexedDB is blocked or cannot keep a `CryptoKey`, so a session ends when its page is closed. */
  | 'STORAGE_UNUSABLE'
  /** The browser may delete the site's data without asking, for example when the disk is full. */
  | 'STORAGE_NOT_PERSISTENT'
  /** There is no `BroadcastChannel`, so a tab notices a sign-out in another tab only when it next reads the storage. */
  | 'TABS_ISOLATED'
  /** A part of the library could not be loaded. */
  | 'CHUNKS_UNREACHABLE'
  /** The browser does not support WebAuthn, or WebAuthn is switched off. */
  | 'PASSKEYS_UNSUPPORTED'
  /** The permissions policy of the page or of its frame forbids passkeys. */
  | 'PASSKEYS_NOT_ALLOWED'
  /** The page is in a frame on a page of another origin. */
  | 'FOREIGN_FRAME'
  /** `passkey.rpId` is neither this page's host nor a parent domain of it. */
  | 'RELYING_PARTY_MISMATCH'
  /** The page is shown inside another app, where many identity providers refuse sign-ins. */
  | 'IN_APP_BROWSER'
  /** The page is served without `Cross-Origin-Opener-Policy: same-origin`. */
  | 'OPENER_POLICY_MISSING'
  /** The page is for a frame, and its headers let pages of any origin, or of many, show it. */
  | 'FRAME_ANCESTORS_OPEN'
  /** The page is for a frame, and its headers forbid passkeys there, or cut off the window that asks in its place. */
  | 'FRAME_HEADERS'
  /** The Content-Security-Policy of the page blocked the backend or an issuer. */
  | 'CSP_BLOCKS'
  /** The page could not read an answer from the backend's address. */
  | 'BACKEND_UNREACHABLE'
  /** The server at the backend's address is not a wallet backend. */
  | 'BACKEND_UNKNOWN'
  /** The backend has another origin than the page, and its answers can be read there. */
  | 'CORS_ENABLED'
  /** The backend does not accept this page's origin. */
  | 'ORIGIN_REFUSED'
  /** The backend does not get a header of the library as this page sends it. */
  | 'HEADERS_LOST'
  /** The device's clock differs from the backend's. */
  | 'CLOCK_WRONG'
  /** With client-held keys, a sign-in by code is refused, because the option `otpSigner` is not set. */
  | 'OTP_SIGNER_MISSING'
  /** Codes are encrypted to any key, because the option `otpSigner` is `unverified`. */
  | 'OTP_SIGNER_UNVERIFIED'
  /** The service refused a key or a code of this page, because of the form that the option `keyDelivery` chooses. */
  | 'KEY_DELIVERY_REFUSED'
  /** The headers of the page could not be read, or no address of a backend was given. */
  | 'NOT_CHECKED'
  /** This page could not read the issuer's discovery document. */
  | 'ISSUER_UNREACHABLE'

/** One finding. Plain JSON, without account ids, tokens or keys. */
export interface Finding {
  readonly code: FindingCode
  /** `error`: sign-in or payments do not work. `warning`: something else does not work. `note`: nothing is broken. */
  readonly severity: 'error' | 'warning' | 'note'
  /** The problem, in one sentence. */
  readonly message: string
  /** How to fix the problem. */
  readonly fix: string
}
