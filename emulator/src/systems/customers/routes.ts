/** The calls for customers, their bulk uploads and their KYC links. @module */
import type { Customer, KycLink, KycLinkBody } from 'embedded-wallet-auth/wire'
import { invalidInput } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { customerById, customerView, presentCustomer } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { periodOf } from '../../handler/period.js'
import { safeUuid } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { currentJob, startJob } from './bulk.js'
import { createCustomer } from './create.js'
import { updateCustomer } from './update.js'

/** The calls under `/customers`. */
export const customerRoutes: SystemRoutes = [
  on(
    'createCustomer',
    'Create a customer, with an account for each currency and an embedded wallet',
    ({ context, body }) => ({
      answer: customerView(context, createCustomer(context, body)),
    }),
  ),

  on('listCustomers', 'List customers', ({ context, query }) => {
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

  on('getCustomer', 'Get a customer', ({ context, param }) => ({
    answer: customerView(context, customerById(context, param('customerId'))),
  })),

  on(
    'updateCustomer',
    'Update a customer; must be signed if it changes the e-mail address of an EMAIL_OTP credential',
    updateCustomer,
  ),

  on('deleteCustomer', 'Delete a customer', ({ context, param }) => {
    const customer = presentCustomer(context, param('customerId'))
    const deleted = { ...customer, isDeleted: true, updatedAt: timestamp(context.clock.now()) }
    context.state.customers.set(customer.id, deleted)
    return { answer: customerView(context, deleted) }
  }),

  on('uploadCustomers', 'Create many customers from a CSV file', async ({ context, body }) => ({
    answer: await startJob(context, body.file),
  })),

  on('getBulkJob', 'Get the progress of a CSV upload', ({ context, param }) => ({
    answer: currentJob(context, param('jobId')),
  })),

  on(
    'createKycLink',
    'Create a link to a hosted page for identity verification',
    ({ context, param, body }) => ({
      answer: kycLink(context, presentCustomer(context, param('customerId')), body),
    }),
  ),
]

/** How long a link is valid, in milliseconds: one day [our choice]. */
const linkLifetime = 24 * 60 * 60_000

/** URL schemes that can run scripts. */
const scripted: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:'])

/** Creates a link for a customer. Throws 400 if the scheme of `redirectUri` can run scripts. */
function kycLink(context: Context, customer: Customer, body: KycLinkBody | undefined): KycLink {
  if (scripted.has(new URL(body?.redirectUri ?? 'https:x').protocol)) {
    throw invalidInput(
      'The redirectUri must not have the scheme javascript, data or vbscript.',
      'redirectUri',
    )
  }
  const token = safeUuid()
  const url = new URL('https://kyc.emulator.test/')
  url.searchParams.set('customerId', customer.id)
  url.searchParams.set('token', token)
  if (body?.redirectUri !== undefined) url.searchParams.set('redirectUri', body.redirectUri)
  return {
    kycUrl: url.href,
    expiresAt: timestamp(context.clock.now() + linkLifetime),
    provider: 'SUMSUB',
    token,
  }
}
