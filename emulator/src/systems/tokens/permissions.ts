/** The permission that an API token needs for each call. @module */
import type { AnyRoute, Permission } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'

/**
 * Matches the paths that need TRANSACT. The service documents TRANSACT only for quotes [current]; the emulator requires
 * it for every path where money can move [our choice].
 */
const transacting = /^\/(quotes|transfer-in|transfer-out|transactions|sandbox)(\/|$)/
/** Matches the paths of calls that only read data, although their method is not GET [our choice]. */
const reading = /^\/crypto\/estimate-withdrawal-fee$/

/**
 * Returns the permission that a call needs: VIEW to read, TRANSACT to move money, and MANAGE for everything else. No
 * permission includes another [our choice].
 */
export function permissionFor({ method, path }: Pick<AnyRoute, 'method' | 'path'>): Permission {
  if (method === 'GET' || reading.test(path)) return 'VIEW'
  return transacting.test(path) ? 'TRANSACT' : 'MANAGE'
}

/** Throws 403 `FORBIDDEN` unless the token has the permission that the call needs. */
export function requirePermission(
  route: Pick<AnyRoute, 'method' | 'path'>,
  held: readonly Permission[],
): void {
  const needed = permissionFor(route)
  if (held.includes(needed)) return
  throw new ApiError(403, 'FORBIDDEN', `The API token lacks the permission ${needed}.`)
}
