/**
 * Makes the document that lets pages of several domains use the same passkeys (related origins in WebAuthn).
 * @module
 */
import { checkedOrigin } from './origin.js'

/**
 * Returns the answer to `GET /.well-known/webauthn` on the host of the relying party id. Browsers that support related
 * origins then let the pages of the listed origins use the passkeys of that host. The list is public. Throws a
 * `TypeError` if it is empty, or if one of the origins is not an `https:` origin.
 *
 * @example
 * app.get('/.well-known/webauthn', () => relatedOrigins(['https://example.com', 'https://example.de']))
 */
export function relatedOrigins(origins: readonly string[]): Response {
  if (origins.length === 0 || origins.map(checkedOrigin).some((origin) => !origin.startsWith('https:')))
    throw new TypeError(
      'relatedOrigins() needs at least one origin, and only https: origins such as https://example.de.',
    )
  return Response.json({ origins })
}
