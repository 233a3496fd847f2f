/** Finds customers by id. @module */
import type { Customer } from 'embedded-wallet-auth/wire'
import { ApiError, notFound } from './api-error.js'
import type { Context } from './context.js'

/** Returns a customer, even a deleted one. Throws 404 for an unknown id. */
export function customerById(context: Context, id: string): Customer {
  const customer = context.state.customers.get(id)
  if (!customer) throw notFound('customer')
  return customer
}

/** Returns a customer. Throws 404 for an unknown id, and 410 `CUSTOMER_DELETED` for a deleted customer. */
export function presentCustomer(context: Context, id: string): Customer {
  const customer = customerById(context, id)
  if (customer.isDeleted) throw new ApiError(410, 'CUSTOMER_DELETED', 'The customer was deleted.')
  return customer
}

/** Returns the customer as the API shows it. A business includes its beneficial owners. */
export function customerView(context: Context, customer: Customer): Customer {
  if (customer.customerType !== 'BUSINESS') return customer
  const beneficialOwners = context.state.beneficialOwners.list({ where: { customerId: customer.id } })
  return { ...customer, beneficialOwners }
}
