/** Checks the form of origins, and the origin of each request. CORS is not supported. @module */
import { Refusal } from './refusal.js'

/** Returns the origin unchanged. Throws a `TypeError` if the text is not an origin, for example if it has a path. */
export function checkedOrigin(origin: string): string {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new TypeError('origins must be a list of origins such as https://app.example.com, without a path.')
  }
  return origin
}

/**
 * Throws 403 if the header `Origin` names an origin that is not listed, or if `Sec-Fetch-Site` is not `same-origin`. A
 * request without these headers is accepted, because clients other than browsers usually send neither.
 */
export function checkOrigin(headers: Headers, origins: readonly string[]): void {
  const origin = headers.get('Origin')
  if (origin !== null && !origins.includes(origin)) {
    throw new Refusal('FORBIDDEN', 'This origin is not allowed.')
  }
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin') {
    throw new Refusal('FORBIDDEN', 'Only requests from the same origin are allowed.')
  }
}
