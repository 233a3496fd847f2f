/** The headers of the built page. They are as strict as possible. @module */

/** The Content-Security-Policy, one directive per item. */
export const policy: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** Keeps a script of the page from sending the handle of a key to a window of another site. */
export const openerPolicy = { 'Cross-Origin-Opener-Policy': 'same-origin' } as const

/** Lets the page of a framed wallet reach the window that it opens where a frame cannot ask. */
export const framedOpenerPolicy = { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } as const

/** Sent with every file of the page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy.join('; '),
  ...openerPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
}

/** Sent with the page that shows the wallet's own page in a frame, or opens it as a window. There is no key in it. */
export const headersAround = (walletOrigin: string): Readonly<Record<string, string>> => ({
  ...pageHeaders,
  'Content-Security-Policy': [...policy, `frame-src ${walletOrigin}`].join('; '),
  ...framedOpenerPolicy,
  'Permissions-Policy': ['get', 'create']
    .map((call) => `publickey-credentials-${call}=(self "${walletOrigin}")`)
    .join(', '),
})
