/** Customers: create, list, read, change, delete, and what hangs on them. @module */
import { getBulkJobRoute, uploadCustomersRoute } from '../../../wire/bulk-customers.js'
import {
  type Customer,
  createCustomerRoute as createRoute,
  deleteCustomerRoute,
  getCustomerRoute,
  listCustomersRoute,
  updateCustomerRoute as updateRoute,
} from '../../../wire/customers.js'
import { createKycLinkRoute } from '../../../wire/kyc-link.js'
import { on, onByKey, type Room } from '../../handler/bind-route.js'
import { customerById, customerView, presentCustomer } from '../../handler/find-customer.js'
import { pageFrom } from '../../handler/page.js'
import { periodOf } from '../../handler/period.js'
import { timestamp } from '../../time/clock.js'
import { currentJob, startJob } from './bulk.js'
import { createCustomer } from './create.js'
import { kycLink } from './kyc-link.js'
import { updateCustomer } from './update.js'

/** The calls under `/customers`. */
export const customersRoom: Room = [
  on(createRoute, ({ world, body }) => ({
    answer: customerView(world, createCustomer(world, body)),
  })),

  on(listCustomersRoute, ({ world, query }) => {
    const { platformCustomerId, customerType, region, currency, umaAddress } = Object.fromEntries(query)
    const presence = query.get('isIncludingDeleted') === 'true' ? undefined : 'present'
    const wanted = {
      by: {
        presence,
        platformCustomerId,
        customerType,
        region,
        currency,
        umaAddress: umaAddress?.toLowerCase(),
      },
      ...periodOf<Customer>(query),
    }
    const page = pageFrom(world.state.customers, wanted, query)
    return { answer: { ...page, data: page.data.map((customer) => customerView(world, customer)) } }
  }),

  on(getCustomerRoute, ({ world, param }) => ({
    answer: customerView(world, customerById(world, param('customerId'))),
  })),

  on(updateRoute, updateCustomer),

  on(deleteCustomerRoute, ({ world, param }) => {
    const customer = presentCustomer(world, param('customerId'))
    const deleted = { ...customer, isDeleted: true, updatedAt: timestamp(world.clock.now()) }
    world.state.customers.set(customer.id, deleted)
    return { answer: customerView(world, deleted) }
  }),

  onByKey(createKycLinkRoute, ({ world, param, body }) => ({
    answer: kycLink(world, presentCustomer(world, param('customerId')), body),
  })),

  on(uploadCustomersRoute, async ({ world, body }) => ({ answer: await startJob(world, body.file) })),

  on(getBulkJobRoute, ({ world, param }) => ({ answer: currentJob(world, param('jobId')) })),
]
