/** What `check-backend` may find, each with a severity, a sentence and a fix. @module */
import type { Finding } from '../diagnose/index.js'

/** One finding, in the form of those of `diagnose()`. */
export interface BackendFinding extends Omit<Finding, 'code'> {
  readonly code: BackendFindingCode
}

/** What was found. Keeps its meaning in later versions. */
export type BackendFindingCode =
  | 'NOT_SECURE'
  | 'BACKEND_UNREACHABLE'
  | 'BACKEND_UNKNOWN'
  | 'REDIRECTED'
  | 'HOST_REFUSED'
  | 'BASE_PATH_WRONG'
  | 'BACKEND_FAILS'
  | 'LOGIN_NOT_REQUIRED'
  | 'LOGIN_CODE_UNKNOWN'
  | 'ORIGIN_REFUSED'
  | 'FOREIGN_ORIGIN_ACCEPTED'
  | 'CROSS_SITE_ACCEPTED'
  | 'CORS_ENABLED'
  | 'ROUTES_OPEN'
  | 'BODY_LIMIT_MISSING'
  | 'CACHEABLE'
  | 'COOKIE_UNPROTECTED'
  | 'DATE_MISSING'
  | 'CLOCK_WRONG'
  | 'LOGIN_REFUSED'
  | 'FOREIGN_ACCOUNT_READ'
  | 'CREDENTIALS_UNREADABLE'

type Row = readonly [Finding['severity'], message: string, fix: string]

const rows: Readonly<Record<BackendFindingCode, Row>> = {
  NOT_SECURE: [
    'error',
    'The address has no HTTPS.',
    'Serve page and backend with HTTPS. Browsers offer neither WebCrypto nor passkeys without it.',
  ],
  BACKEND_UNREACHABLE: [
    'error',
    'Nothing answered at the backend’s address.',
    'Check the address, the network and the certificate.',
  ],
  BACKEND_UNKNOWN: [
    'error',
    'Something answers at the backend’s address that is not a wallet backend.',
    'Mount createBackend() at this path, before any route that answers every path with a page.',
  ],
  REDIRECTED: [
    'error',
    'The backend’s address answers with a redirect, which the library does not follow.',
    'Leave the wallet’s path out of login pages, and out of rules that add a slash or change the host.',
  ],
  HOST_REFUSED: [
    'error',
    'The server does not answer for this host name.',
    'Name the host in the option `hosts` of serve().',
  ],
  BASE_PATH_WRONG: [
    'error',
    'A wallet backend answers, but it does not know the calls below this address.',
    'Make `basePath` of createBackend() the path of this address; it is /wallet by default.',
  ],
  BACKEND_FAILS: [
    'error',
    'The backend answers a call of a page with an error of its own.',
    'Look at what `onError` of createBackend() gets: a function of yours, such as `authorize`, may have thrown.',
  ],
  LOGIN_NOT_REQUIRED: [
    'error',
    'A request without any cookie is treated as somebody who is logged in.',
    'Let `authorize` return undefined unless the request has a valid login cookie.',
  ],
  LOGIN_CODE_UNKNOWN: [
    'warning',
    'A request without a login is refused, but not with the code NOT_LOGGED_IN, so pages do not know why.',
    'Leave the wallet’s path out of the login check in front of it: `authorize` makes that check.',
  ],
  ORIGIN_REFUSED: [
    'error',
    'The backend does not accept requests of this page.',
    'Add the origin of the page to the option `origins` of createBackend().',
  ],
  FOREIGN_ORIGIN_ACCEPTED: [
    'error',
    'A request with the Origin header of another site is not refused.',
    'Pass the header Origin on to createBackend(), and list only your own pages in `origins`.',
  ],
  CROSS_SITE_ACCEPTED: [
    'error',
    'A request that the browser marks as cross-site is not refused.',
    'Pass the header Sec-Fetch-Site on to createBackend().',
  ],
  CORS_ENABLED: [
    'error',
    'The wallet’s path has CORS headers, so pages of other origins may read its answers.',
    'Remove the CORS middleware or header from this path: page and backend share an origin.',
  ],
  ROUTES_OPEN: [
    'error',
    'GET /customers, a call that pages must not make, is not answered with 404.',
    'Put createBackend() at this path in place of a proxy that adds the secret to every request.',
  ],
  BODY_LIMIT_MISSING: [
    'error',
    'A body of more than 64 KiB is not refused.',
    'Put createBackend() at this path without another handler before it.',
  ],
  CACHEABLE: [
    'error',
    'Answers lack Cache-Control: no-store, so a cache may give them to somebody else.',
    'Keep the header that createBackend() sets, also in the proxy.',
  ],
  COOKIE_UNPROTECTED: [
    'warning',
    'An answer sets a cookie without HttpOnly, or on HTTPS without Secure.',
    'Set both attributes, and SameSite=Lax or Strict, for the cookies of your login.',
  ],
  DATE_MISSING: [
    'warning',
    'Answers have no Date header, so pages count down by the clock of the device.',
    'Keep the header Date in the proxy.',
  ],
  CLOCK_WRONG: [
    'note',
    'The clock of this machine differs from the backend’s by more than a minute.',
    'Synchronize both clocks. Pages use the time of the backend, and ID tokens must be fresh by the service’s.',
  ],
  LOGIN_REFUSED: [
    'error',
    'The cookie that was given is not accepted as a login.',
    'Copy it from a browser that is logged in, and check that `authorize` reads the header Cookie.',
  ],
  FOREIGN_ACCOUNT_READ: [
    'error',
    'A login may read the credentials of an account that does not exist for it.',
    'Let `authorize` return only the accounts of the person who is logged in.',
  ],
  CREDENTIALS_UNREADABLE: [
    'error',
    'The credentials of the account cannot be read with this login.',
    'Check the address of the service, the API token, and that `authorize` returns this account.',
  ],
}

/** A finding, with what was seen in parentheses where that helps. */
export function backendFinding(code: BackendFindingCode, seen?: string): BackendFinding {
  const [severity, message, fix] = rows[code]
  return {
    code,
    severity,
    message: seen === undefined ? message : message.replace(/\.$/, ` (${seen}).`),
    fix,
  }
}

/** The codes, in the order in which findings are printed. */
export const backendFindingCodes: readonly string[] = Object.keys(rows)
