/** Refuses requests that a browser sends from a page of another origin or site. CORS is not supported. @module */
import { Refusal } from './refusal.js'

/**
 * Throws 403 if the headers `Origin` or `Sec-Fetch-Site` name another origin or site. Clients other than browsers
 * usually send neither header and are not refused.
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
