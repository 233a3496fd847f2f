/**
 * Makes the document that lets pages of several domains use the same passkeys (related origins in WebAuthn).
 * @module
 */
import { checkedOrigin } from './origin.js'

/**
 * Returns the answer to `GET /.well-known/webauthn` on the host of the relying party id. Browsers that support related
 * origins then let pages of the listed origins use the passkeys of that host. Anyone can read the list. Throws a
 * `TypeError` if the list is empty or contains an origin that is not `https:`.
 *
 * @example
 * app.get('/.well-known/webauthn', () => relatedOrigins(['https://example.com', 'https://example.de']))
 */
export function relatedOrigins(origins: readonly string[]): Response {
  if (
    origins.length === 0 ||
    origins.map((each) => checkedOrigin(each)).some((origin) => !origin.startsWith('https:'))
  )
    throw new TypeError('relatedOrigins() needs one or more https: origins, such as https://example.de.')
  return Response.json({ origins })
}
