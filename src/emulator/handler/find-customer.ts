/** Finds customers, or throws. @module */
import type { Customer } from '../../wire/customers.js'
import { ApiError, notFound } from './api-error.js'
import type { Context } from './context.js'

/** Throws 404 for an unknown customer; a deleted one is still found. */
export function customerById(context: Context, id: string): Customer {
  const customer = context.state.customers.get(id)
  if (!customer) throw notFound('customer')
  return customer
}

/** Throws 404 for an unknown customer and 410 `CUSTOMER_DELETED` for a deleted one. */
export function presentCustomer(context: Context, id: string): Customer {
  const customer = customerById(context, id)
  if (customer.isDeleted) throw new ApiError(410, 'CUSTOMER_DELETED', 'The customer was deleted.')
  return customer
}

/** The customer as the interface shows it: a business includes its beneficial owners. */
export function customerView(context: Context, customer: Customer): Customer {
  if (customer.customerType !== 'BUSINESS') return customer
  const beneficialOwners = context.state.beneficialOwners.list({ where: { customerId: customer.id } })
  return { ...customer, beneficialOwners }
}
