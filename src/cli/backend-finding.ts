/** The findings of `check-backend`, each with a severity, a message and a fix. @module */
import type { Finding } from '../diagnose/index.js'

/** One finding. It has the same form as a finding of `diagnose()`. */
export interface BackendFinding extends Omit<Finding, 'code'> {
  readonly code: BackendFindingCode
}

/** What was found. A code keeps its meaning in later versions. */
export type BackendFindingCode = keyof typeof findingTexts

/** The severity, the message and the fix of each finding. */
const findingTexts = {
  NOT_SECURE: [
    'error',
    'The address does not use HTTPS.',
    'Serve the page and the backend over HTTPS. Browsers offer neither WebCrypto nor passkeys without it.',
  ],
  BACKEND_UNREACHABLE: [
    'error',
    'Nothing answered at the backend’s address.',
    'Check the address, the network and the certificate.',
  ],
  BACKEND_UNKNOWN: [
    'error',
    'The server at the backend’s address is not a wallet backend.',
    'Mount createBackend() at this path, before any catch-all route.',
  ],
  REDIRECTED: [
    'error',
    'The backend’s address answers with a redirect, which the library does not follow.',
    'Exclude the wallet’s path from redirects to a login page, and from redirects that add a slash or change the host.',
  ],
  HOST_REFUSED: [
    'error',
    'The server does not accept this host name.',
    'Add the host to the option `hosts` of serve().',
  ],
  BASE_PATH_WRONG: [
    'error',
    'A wallet backend answers, but not under this path.',
    'Set the option `basePath` of createBackend() to the path of this address. The default is /wallet.',
  ],
  BACKEND_FAILS: [
    'error',
    'The backend answers a page’s call with a server error, or not at all.',
    'Look at the errors that `onError` of createBackend() gets. One of your functions, such as `authorize`, may have thrown.',
  ],
  LOGIN_NOT_REQUIRED: [
    'error',
    'A request without a cookie is accepted as logged in.',
    'Make `authorize` return undefined unless the request has a valid login cookie.',
  ],
  LOGIN_CODE_UNKNOWN: [
    'warning',
    'A request without a login is refused, but not with the code NOT_LOGGED_IN, so pages cannot tell why.',
    'Exclude the wallet’s path from any login check in front of the backend: `authorize` makes that check.',
  ],
  ORIGIN_REFUSED: [
    'error',
    'The backend does not accept requests from this page.',
    'Add the origin of the page to the option `origins` of createBackend().',
  ],
  FOREIGN_ORIGIN_ACCEPTED: [
    'error',
    'A request with the Origin header of another site is not refused.',
    'Pass the Origin header on to createBackend(), and list only the origins of your own pages in `origins`.',
  ],
  CROSS_SITE_ACCEPTED: [
    'error',
    'A request that the browser marks as cross-site is not refused.',
    'Pass the Sec-Fetch-Site header on to createBackend().',
  ],
  CORS_ENABLED: [
    'error',
    'Answers have CORS headers, so pages of other origins may read them.',
    'Remove the CORS middleware or headers from this path. The page and the backend must have the same origin.',
  ],
  ROUTES_OPEN: [
    'error',
    'GET /customers, a call that pages must not make, is not answered with 404.',
    'Put createBackend() at this path instead of a proxy that adds the API secret to every request.',
  ],
  BODY_LIMIT_MISSING: [
    'error',
    'A body of more than 64 KiB is not refused.',
    'Mount createBackend() at this path without another handler in front of it.',
  ],
  CACHEABLE: [
    'error',
    'Answers lack Cache-Control: no-store, so a cache may give them to somebody else.',
    'Keep the header that createBackend() sets. A proxy must not remove it.',
  ],
  OPENER_POLICY_MISSING: [
    'warning',
    'The page does not send Cross-Origin-Opener-Policy: same-origin, so a script of the page can send the key of a session to a window of another site.',
    'Send Cross-Origin-Opener-Policy: same-origin with every page that creates a wallet. Pop-ups of embedded-wallet-auth/oidc work with it.',
  ],
  FRAME_ANCESTORS_OPEN: [
    'error',
    'The page is for a frame, and pages of other origins than its parents may show it.',
    'Name each parent in frame-ancestors, as a whole origin. frameHeaders() of embedded-wallet-auth/diagnose returns the headers of the page.',
  ],
  FRAME_HEADERS: [
    'warning',
    'What the page sends does not fit a page that is shown in a frame, or opened as a window, by another.',
    'Send the headers that frameHeaders() of embedded-wallet-auth/diagnose returns.',
  ],
  PAGE_UNREAD: [
    'note',
    'No page was found at this address, so its headers were not checked.',
    'Name a page that creates a wallet, for example with --page /account. If it needs a login, add --cookie.',
  ],
  COOKIE_UNPROTECTED: [
    'warning',
    'An answer sets a cookie without HttpOnly or, over HTTPS, without Secure.',
    'Set both attributes, and SameSite=Lax or Strict, on your login cookies.',
  ],
  HEADERS_LOST: [
    'error',
    'A header of the library does not arrive at the backend.',
    'Let every proxy and firewall in front pass it on unchanged. A backend of an earlier version does not know it: update the backend before the pages.',
  ],
  DATE_MISSING: [
    'warning',
    'Answers have no Date header, so countdowns in pages depend on the clock of the device.',
    'Make sure that a proxy in front of the backend keeps the Date header.',
  ],
  CLOCK_WRONG: [
    'note',
    'The clock of this machine differs from the backend’s by more than a minute.',
    'Synchronize both clocks. Pages use the time of the backend, and the service refuses ID tokens that are too old by its own clock.',
  ],
  CLIENT_HELD_UNKNOWN: [
    'warning',
    'The backend refuses encrypted codes, so pages with `keyDelivery: "client-held"` cannot sign in by code.',
    'Update embedded-wallet-auth at the backend before the pages.',
  ],
  KEYS_MISMATCH: [
    'error',
    'The service does not take keys and codes in the form that --keys names.',
    'Set `keyDelivery` of createWallet(), or keys.ts of a new project, to the other value. The notes say what was seen.',
  ],
  CODE_UNSENT: [
    'warning',
    'No code was sent, so it was not seen whether codes are to be encrypted.',
    'Use an account that has a credential with codes, and wait a minute between two codes.',
  ],
  KEYS_UNSEEN: [
    'note',
    'It was not seen which way of keys the service takes, because the account has no passkey that can be challenged.',
    'Add --send-code, which sends a code to the owner of the account.',
  ],
  KEYS_SEALED: [
    'note',
    'The service refuses a session key that a page has made.',
    "Leave `keyDelivery` of createWallet() at 'sealed'.",
  ],
  KEYS_EITHER: [
    'note',
    'The service takes session keys that a page has made.',
    'Passkeys and ID tokens work with either `keyDelivery`. Codes decide: add --send-code to see how they are to be sent back.',
  ],
  CODES_PLAIN: [
    'note',
    'The service names no key to encrypt a code to.',
    "Leave `keyDelivery` of createWallet() at 'sealed'.",
  ],
  CODES_ENCRYPTED: [
    'note',
    'The service wants codes encrypted to a key that it has signed.',
    "Set `keyDelivery: 'client-held'`, and `otpSigner` to the signer in parentheses, after you have compared it with the one that the operator names.",
  ],
  RELYING_PARTY_INVALID: [
    'error',
    'The backend names a relying party that no browser accepts.',
    'Set `relyingParty.id` of createBackend() to the host of the page or to a parent domain of it, without scheme, port and path.',
  ],
  RELYING_PARTY_MISMATCH: [
    'error',
    'This page cannot use passkeys of the relying party that the backend names.',
    'Set `relyingParty.id` of createBackend() to the host of the page or to a parent domain of it, or list the page at the relying party with relatedOrigins().',
  ],
  LOGIN_REFUSED: [
    'error',
    'The given cookie is not accepted as a login.',
    'Copy the cookie from a browser that is logged in, and check that `authorize` reads the Cookie header.',
  ],
  FOREIGN_ACCOUNT_READ: [
    'error',
    'This login can read the credentials of an account that does not belong to the user.',
    'Make `authorize` return only the accounts of the user who is logged in.',
  ],
  SERVICE_REFUSES: [
    'error',
    'The service refuses the backend’s API token.',
    'Check `service.tokenId` and `service.clientSecret` of createBackend(), and that the token is neither revoked nor limited to other permissions.',
  ],
  CREDENTIALS_UNREADABLE: [
    'error',
    'The credentials of the account cannot be read with this login.',
    'Check that the service’s address and the API token are right, and that `authorize` returns this account.',
  ],
  NOT_CHECKED: [
    'note',
    'Not everything was checked.',
    'To check the rest, add --cookie of somebody who is logged in, and --account with an account of theirs. The relying party is seen where passkeys may be created.',
  ],
} as const

/** Characters that move a terminal's cursor, change its title or hide what follows. */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/gu
const longest = 200

/** A text from outside as a terminal and a log may show it. */
const escaped = (text: string): string =>
  text
    .slice(0, longest)
    .replaceAll(hidden, (each) => `\\u{${each.codePointAt(0)?.toString(16).padStart(4, '0')}}`)

/** Creates a finding. If `seen` is given, the message contains it in parentheses. It may come from outside. */
export function backendFinding(code: BackendFindingCode, seen?: string): BackendFinding {
  const [severity, message, fix] = findingTexts[code]
  return {
    code,
    severity,
    message: seen === undefined ? message : `${message.slice(0, -1)} (${escaped(seen)}).`,
    fix,
  }
}

/** All codes, in the order in which findings of the same severity are printed. */
export const backendFindingCodes: readonly string[] = Object.keys(findingTexts)
