/** Checks customers' UMA addresses: their form, their domain, and whether they are taken. @module */
import { parse, UmaAddress } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { currentConfig } from '../config/current.js'

/** Throws 400 `INVALID_UMA_ADDRESS` unless the text has the form `$name@domain`. */
export function requireUmaForm(address: string): void {
  if (parse(UmaAddress, address).ok) return
  throw new ApiError(400, 'INVALID_UMA_ADDRESS', 'A UMA address has the form $name@domain.')
}

/** Whether two UMA addresses or domains are the same. Letter case is ignored. */
export const sameUma = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Returns the id of the customer with this UMA address, or `undefined` if there is none. Deleted customers are ignored.
 */
export function holderOf(context: Context, address: string): string | undefined {
  const where = { umaAddress: address.toLowerCase(), presence: 'present' }
  return context.state.customers.list({ where })[0]?.id
}

/**
 * Checks that a UMA address is free for a customer. Throws 400 `INVALID_UMA_ADDRESS` if the address is malformed or
 * does not have the platform's domain [our choice]. Throws 409 `UMA_ADDRESS_EXISTS` if another customer has the
 * address. A deleted customer's address is free again [our choice].
 */
export function requireFreeUma(context: Context, address: string, customerId: string): void {
  requireUmaForm(address)
  const { umaDomain } = currentConfig(context)
  if (!sameUma(address.slice(address.indexOf('@') + 1), umaDomain)) {
    throw new ApiError(400, 'INVALID_UMA_ADDRESS', `The platform's UMA addresses end in @${umaDomain}.`)
  }
  const holder = holderOf(context, address)
  if (holder === undefined || holder === customerId) return
  throw new ApiError(409, 'UMA_ADDRESS_EXISTS', 'Another customer has this UMA address.')
}
