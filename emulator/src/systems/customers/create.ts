/** Creates customers with their accounts. @module */
import type { CreateCustomerBody, Customer } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { newId, safeUuid } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig, requireSupported } from '../config/current.js'
import { openMissingAccounts } from './accounts.js'
import { requireFreeUma } from './uma-address.js'

/**
 * Creates a customer and opens the customer's accounts with {@link openMissingAccounts}. Throws an `ApiError` and
 * changes nothing if a currency is not supported, or if the UMA address is invalid or taken.
 */
export function createCustomer(context: Context, body: CreateCustomerBody): Customer {
  const id = newId('Customer')
  const { umaDomain } = currentConfig(context)
  const umaAddress = body.umaAddress ?? `$${id.slice(-12)}@${umaDomain}`
  const currencies = [...new Set(body.currencies ?? defaultCurrencies(context))]
  requireSupported(context, currencies)
  requireFreeUma(context, umaAddress, id)
  const now = timestamp(context.clock.now())
  const { platformCustomerId = safeUuid() } = body
  const customer: Customer = {
    id,
    ...body,
    platformCustomerId,
    umaAddress,
    currencies,
    // The service approves individuals at creation [reference]. A business must be verified first.
    ...(body.customerType === 'INDIVIDUAL'
      ? { kycStatus: body.kycStatus ?? 'APPROVED' }
      : { kybStatus: body.kybStatus ?? 'UNVERIFIED' }),
    isDeleted: false,
    createdAt: now,
    updatedAt: now,
  }
  context.state.customers.set(id, customer)
  return openMissingAccounts(context, customer)
}

/**
 * Returns the currencies of a customer whose request has none: dollars, or the platform's first currency if the
 * platform does not support dollars [our choice].
 */
function defaultCurrencies(context: Context): readonly string[] {
  const codes = currentConfig(context).supportedCurrencies.map(({ currencyCode }) => currencyCode)
  return codes.includes('USD') ? ['USD'] : codes.slice(0, 1)
}
