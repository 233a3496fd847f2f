/** The calls for verifications. @module */
import { orNotFound } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { presentCustomer } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { verify } from './verify.js'

/** The calls under `/verifications`. */
export const verificationRoutes: SystemRoutes = [
  on('createVerification', 'Start the verification of a customer', ({ context, body }) => ({
    answer: verify(context, presentCustomer(context, body.customerId)),
  })),

  on('listVerifications', 'List verifications', ({ context, query }) => {
    const { customerId, verificationStatus } = Object.fromEntries(query)
    return {
      answer: pageFrom(context.state.verifications, { where: { customerId, verificationStatus } }, query),
    }
  }),

  on('getVerification', 'Get a verification', ({ context, param }) => ({
    answer: orNotFound(context.state.verifications.get(param('id')), 'verification'),
  })),
]
