/** The calls for customers, their bulk uploads and their KYC links. @module */
import type { Customer } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { customerById, customerView, presentCustomer } from '../../handler/find-customer.js'
import { pageFrom } from '../../handler/page.js'
import { periodOf } from '../../handler/period.js'
import { timestamp } from '../../time/clock.js'
import { currentJob, startJob } from './bulk.js'
import { createCustomer } from './create.js'
import { kycLink } from './kyc-link.js'
import { updateCustomer } from './update.js'

/** The calls under `/customers`. */
export const customerRoutes: SystemRoutes = [
  on('createCustomer', ({ context, body }) => ({
    answer: customerView(context, createCustomer(context, body)),
  })),

  on('listCustomers', ({ context, query }) => {
    const { platformCustomerId, customerType, region, currency, umaAddress } = Object.fromEntries(query)
    const presence = query.get('isIncludingDeleted') === 'true' ? undefined : 'present'
    const wanted = {
      where: {
        presence,
        platformCustomerId,
        customerType,
        region,
        currency,
        umaAddress: umaAddress?.toLowerCase(),
      },
      ...periodOf<Customer>(query),
    }
    const page = pageFrom(context.state.customers, wanted, query)
    return { answer: { ...page, data: page.data.map((customer) => customerView(context, customer)) } }
  }),

  on('getCustomer', ({ context, param }) => ({
    answer: customerView(context, customerById(context, param('customerId'))),
  })),

  on('updateCustomer', updateCustomer),

  on('deleteCustomer', ({ context, param }) => {
    const customer = presentCustomer(context, param('customerId'))
    const deleted = { ...customer, isDeleted: true, updatedAt: timestamp(context.clock.now()) }
    context.state.customers.set(customer.id, deleted)
    return { answer: customerView(context, deleted) }
  }),

  on('createKycLink', ({ context, param, body }) => ({
    answer: kycLink(context, presentCustomer(context, param('customerId')), body),
  })),

  on('uploadCustomers', async ({ context, body }) => ({ answer: await startJob(context, body.file) })),

  on('getBulkJob', ({ context, param }) => ({ answer: currentJob(context, param('jobId')) })),
]
