/** Same origin as the page: CORS is not supported, and requests from other sites are refused. @module */
import { Refusal } from './refusal.js'

/** Throws 403 when the headers of a browser name another origin or site. Clients other than browsers send neither header. */
export function checkOrigin(headers: Headers, origins: readonly string[]): void {
  const origin = headers.get('Origin')
  if (origin !== null && !origins.includes(origin)) {
    throw new Refusal('FORBIDDEN', 'This origin is not allowed.')
  }
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin') {
    throw new Refusal('FORBIDDEN', 'Only requests of the same origin are allowed.')
  }
}
