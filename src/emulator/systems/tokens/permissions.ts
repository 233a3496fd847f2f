/** Which permission of an API token a call needs. @module */
import type { AnyRoute } from '../../../wire/route.js'
import type { Permission } from '../../../wire/tokens.js'
import { ApiError } from '../../handler/api-error.js'

/** Calls that move money. The quotes are [current], the others follow from them [advice]. */
const transacting = /^\/(quotes|transfer-in|transfer-out|transactions|sandbox)(\/|$)/
/** Calls that read although they carry a body [advice]. */
const reading = /^\/crypto\/estimate-withdrawal-fee$/

/** Reading needs VIEW, moving money TRANSACT, everything else MANAGE; none includes another [advice]. */
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
