/** Same origin with the page: there is no CORS here, and what a browser sends for another site is refused. @module */
import { Refusal } from './refusal.js'

/** Throws 403 for a request that a browser says comes from elsewhere. Callers that are no browsers send neither header. */
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
