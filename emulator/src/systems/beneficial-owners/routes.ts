/** The calls for the beneficial owners of business customers. @module */
import type { BeneficialOwner } from 'embedded-wallet-auth/wire'
import { invalidInput, orNotFound } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { newId } from '../../state/ids.js'
import { creationTimes, timestamp } from '../../time/clock.js'
import { ownerOutcome } from '../verification/suffixes.js'
import { recheck } from '../verification/verify.js'

/** The calls under `/beneficial-owners`. */
export const beneficialOwnerRoutes: SystemRoutes = [
  on('createBeneficialOwner', 'Add a beneficial owner', ({ context, body }) => {
    const customer = presentCustomer(context, body.customerId)
    if (customer.customerType !== 'BUSINESS') {
      throw invalidInput('Only a business customer has beneficial owners.', 'customerId')
    }
    const owner: BeneficialOwner = {
      id: newId('BeneficialOwner'),
      ...body,
      kycStatus: ownerOutcome(body.personalInfo.lastName),
      ...creationTimes(context.clock),
    }
    context.state.beneficialOwners.set(owner.id, owner)
    recheck(context, customer)
    return { answer: owner }
  }),

  on('listBeneficialOwners', 'List beneficial owners', ({ context, query }) => {
    const where = { customerId: query.get('customerId') }
    return { answer: pageFrom(context.state.beneficialOwners, { where }, query) }
  }),

  on('getBeneficialOwner', 'Get a beneficial owner', ({ context, param }) => ({
    answer: ownerById(context, param('id')),
  })),

  on('updateBeneficialOwner', 'Update a beneficial owner', ({ context, param, body }) => {
    const owner = ownerById(context, param('id'))
    const customer = presentCustomer(context, owner.customerId)
    const personalInfo = { ...owner.personalInfo, ...body.personalInfo }
    const updated = {
      ...owner,
      ...body,
      personalInfo,
      // If the request has a last name, the owner is verified again [our choice].
      kycStatus:
        body.personalInfo?.lastName === undefined ? owner.kycStatus : ownerOutcome(personalInfo.lastName),
      updatedAt: timestamp(context.clock.now()),
    }
    context.state.beneficialOwners.set(owner.id, updated)
    recheck(context, customer)
    return { answer: updated }
  }),
]

const ownerById = (context: Context, id: string): BeneficialOwner =>
  orNotFound(context.state.beneficialOwners.get(id), 'beneficial owner')
