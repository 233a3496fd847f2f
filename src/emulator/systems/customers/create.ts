/** Creating a customer with the accounts that come along. @module */
import type { CreateCustomerBody, Customer } from '../../../wire/customers.js'
import type { World } from '../../handler/context.js'
import { newId, safeUuid } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig, requireSupported } from '../config/current.js'
import { openMissingAccounts } from './accounts.js'
import { requireFreeUma } from './uma-address.js'

/**
 * Creates a customer, an account for each of its currencies, and an embedded wallet with its EMAIL_OTP where the platform
 * supports USDB. Throws a `Refusal` and changes nothing when a currency is not supported or the UMA address is taken.
 */
export function createCustomer(world: World, body: CreateCustomerBody): Customer {
  const id = newId('Customer')
  const { umaDomain } = currentConfig(world)
  const umaAddress = body.umaAddress ?? `$${id.slice(-12)}@${umaDomain}`
  const currencies = [...new Set(body.currencies ?? defaultCurrencies(world))]
  requireSupported(world, currencies)
  requireFreeUma(world, umaAddress, id)
  const now = timestamp(world.clock.now())
  const { platformCustomerId = safeUuid() } = body
  const customer: Customer = {
    id,
    ...body,
    platformCustomerId,
    umaAddress,
    currencies,
    // Individuals are approved on creation [at date]; a firm waits for its verification.
    ...(body.customerType === 'INDIVIDUAL'
      ? { kycStatus: body.kycStatus ?? 'APPROVED' }
      : { kybStatus: body.kybStatus ?? 'UNVERIFIED' }),
    isDeleted: false,
    createdAt: now,
    updatedAt: now,
  }
  world.state.customers.set(id, customer)
  return openMissingAccounts(world, customer)
}

/** Nothing says which currencies a customer has when none are named: dollars, or whatever comes first [advice]. */
function defaultCurrencies(world: World): readonly string[] {
  const codes = currentConfig(world).supportedCurrencies.map(({ currencyCode }) => currencyCode)
  return codes.includes('USD') ? ['USD'] : codes.slice(0, 1)
}
