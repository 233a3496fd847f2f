/** Whether this page can use passkeys, and what to tell the user if not. @module */

/** Returns why this page cannot use passkeys, or `undefined` if it can. */
export function passkeyObstacle(): string | undefined {
  if (!window.isSecureContext) return 'Passkeys need a secure address. Open this page as http://localhost.'
  if (typeof PublicKeyCredential === 'undefined')
    return 'This browser can’t use passkeys. You can still sign in another way.'
  if (location.hostname !== 'localhost')
    return 'Passkeys belong to an address. Open this page as http://localhost, with the same port.'
  return undefined
}
