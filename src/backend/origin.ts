/** Refuses requests from other origins and sites. CORS is not supported. @module */
import { Refusal } from './refusal.js'

/**
 * Throws 403 if a browser's headers name another origin or site. Clients other than browsers do not send these
 * headers.
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
