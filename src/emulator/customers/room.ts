/** Customers: create, list, read, change, delete, and what hangs on them. @module */
import { getBulkJob, uploadCustomers } from '../../spec/bulk-customers.js'
import {
  type Customer,
  createCustomer as createRoute,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer as updateRoute,
} from '../../spec/customers.js'
import { createKycLink } from '../../spec/kyc-link.js'
import { timestamp } from '../clock.js'
import { pageOf } from '../page.js'
import { on, onByKey, type Room } from '../room.js'
import { currentJob, startJob } from './bulk.js'
import { createCustomer } from './create.js'
import { kycLink } from './kyc-link.js'
import { customerById, customerView, presentCustomer } from './lookup.js'
import { sameUma } from './uma-address.js'
import { updateCustomer } from './update.js'

type Matcher = (customer: Customer, value: string) => boolean

const notBefore = (moment: string | undefined, value: string): boolean =>
  Date.parse(moment ?? '') >= Date.parse(value)
const notAfter = (moment: string | undefined, value: string): boolean =>
  Date.parse(moment ?? '') <= Date.parse(value)

/** What each filter of the list asks of a customer. Dates are inclusive. */
const matchers: Readonly<Record<string, Matcher>> = {
  platformCustomerId: (customer, value) => customer.platformCustomerId === value,
  customerType: (customer, value) => customer.customerType === value,
  createdAfter: ({ createdAt }, value) => notBefore(createdAt, value),
  createdBefore: ({ createdAt }, value) => notAfter(createdAt, value),
  updatedAfter: ({ updatedAt }, value) => notBefore(updatedAt, value),
  updatedBefore: ({ updatedAt }, value) => notAfter(updatedAt, value),
  region: ({ region }, value) => region === value,
  currency: ({ currencies = [] }, value) => currencies.includes(value),
  umaAddress: ({ umaAddress }, value) => sameUma(umaAddress, value),
}

/** The calls under `/customers`. */
export const customersRoom: Room = [
  on(createRoute, ({ world, body }) => ({
    answer: customerView(world, createCustomer(world, body)),
  })),

  on(listCustomers, ({ world, query }) => {
    const wanted = [...world.state.customers.values()].filter(
      (customer) =>
        (!customer.isDeleted || query.get('isIncludingDeleted') === 'true') &&
        [...query].every(([name, value]) => matchers[name]?.(customer, value) ?? true),
    )
    const page = pageOf(wanted, query)
    return { answer: { ...page, data: page.data.map((customer) => customerView(world, customer)) } }
  }),

  on(getCustomer, ({ world, param }) => ({
    answer: customerView(world, customerById(world, param('customerId'))),
  })),

  on(updateRoute, updateCustomer),

  on(deleteCustomer, ({ world, param }) => {
    const customer = presentCustomer(world, param('customerId'))
    const deleted = { ...customer, isDeleted: true, updatedAt: timestamp(world.clock.now()) }
    world.state.customers.set(customer.id, deleted)
    return { answer: customerView(world, deleted) }
  }),

  onByKey(createKycLink, ({ world, param, body }) => ({
    answer: kycLink(world, presentCustomer(world, param('customerId')), body),
  })),

  on(uploadCustomers, async ({ world, body }) => ({ answer: await startJob(world, body.file) })),

  on(getBulkJob, ({ world, param }) => ({ answer: currentJob(world, param('jobId')) })),
]
