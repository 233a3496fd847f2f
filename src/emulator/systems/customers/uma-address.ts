/** UMA addresses of customers: their form, their domain, and that each is unique. @module */
import { UmaAddress } from '../../../wire/person.js'
import { parse } from '../../../wire/schema.js'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { currentConfig } from '../config/current.js'

/** Throws 400 `INVALID_UMA_ADDRESS` unless the text has the form `$name@domain`. */
export function requireUmaForm(address: string): void {
  if (parse(UmaAddress, address).ok) return
  throw new ApiError(400, 'INVALID_UMA_ADDRESS', 'A UMA address has the form $name@domain.')
}

/** Two spellings of an address that differ only in case are one address. */
export const sameUma = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The id of the customer who has a UMA address and was not deleted. */
export function holderOf(context: Context, address: string): string | undefined {
  const where = { umaAddress: address.toLowerCase(), presence: 'present' }
  return context.state.customers.list({ where })[0]?.id
}

/**
 * Throws unless a customer may have an address: 400 `INVALID_UMA_ADDRESS` for one that is malformed or on another domain
 * than the platform's [advice], 409 `UMA_ADDRESS_EXISTS` for one that another customer has. A deleted customer's address is
 * free again [advice].
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
