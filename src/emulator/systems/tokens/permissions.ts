/** Tells which permission a call needs from an API token. @module */
import type { AnyRoute } from '../../../wire/route.js'
import type { Permission } from '../../../wire/tokens.js'
import { ApiError } from '../../handler/api-error.js'

/** Calls that move money. For quotes this is [current]; for the other calls it is concluded from quotes [advice]. */
const transacting = /^\/(quotes|transfer-in|transfer-out|transactions|sandbox)(\/|$)/
/** Calls that only read although they are not GET [advice]. */
const reading = /^\/crypto\/estimate-withdrawal-fee$/

/**
 * Reading needs VIEW, moving money needs TRANSACT, and everything else needs MANAGE. No permission includes another
 * [advice].
 */
export function permissionFor({ method, path }: Pick<AnyRoute, 'method' | 'path'>): Permission {
  if (method === 'GET' || reading.test(path)) return 'VIEW'
  return transacting.test(path) ? 'TRANSACT' : 'MANAGE'
}

/** Throws 403 `FORBIDDEN` unless the token was granted what the call needs. */
export function requirePermission(
  route: Pick<AnyRoute, 'method' | 'path'>,
  held: readonly Permission[],
): void {
  const needed = permissionFor(route)
  if (held.includes(needed)) return
  throw new ApiError(403, 'FORBIDDEN', `The API token lacks the permission ${needed}.`)
}
