/**
 * Handles `PATCH /customers/{customerId}`. An update that changes where the codes of a credential are sent needs a
 * signed retry. Any other update takes effect at once.
 * @module
 */
import { type Customer, defaultHeaderNames, type UpdateCustomerBody } from 'embedded-wallet-auth/wire'
import { invalidInput } from '../../handler/api-error.js'
import type { Call, HandlerResult } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { customerView, presentCustomer } from '../../handler/find-records.js'
import { signedRetry } from '../../signed/signed-retry.js'
import { timestamp } from '../../time/clock.js'
import { requireSupported } from '../config/current.js'
import { recheck } from '../verification/verify.js'
import { contactFields, prepareContactChange, setOf, tiedCredentials } from './contact-change.js'
import { openMissingAccounts } from './create.js'
import { requireFreeUma } from './uma-address.js'

/** Updates a customer, or answers with a signed-request challenge (wire-facts 7.3 [reference]). */
export async function updateCustomer(call: Call<UpdateCustomerBody>): Promise<HandlerResult<Customer>> {
  const { context, body } = call
  const id = call.param('customerId')
  const requestId = call.header(defaultHeaderNames.requestId) ?? ''
  const check = (): Customer => changeableCustomer(context, id, body)
  const apply = (): Customer => {
    const changed = applyChange(context, check(), body)
    recheck(context, changed)
    return customerView(context, changed)
  }

  const customer = check()
  // A call with the request id of a change is handled as a signed retry even after the change was made, so a second
  // retry fails.
  const retried = context.state.contactChanges.get(requestId)
  const [contact, another] = contactFields.filter((field) =>
    retried === undefined
      ? body[field] !== undefined &&
        body[field] !== customer[field] &&
        tiedCredentials(context, id, field).length > 0
      : retried.startsWith(`${field} `),
  )
  if (contact === undefined) return { answer: apply() }
  if (another !== undefined)
    throw invalidInput('Change the e-mail address and the phone number one after the other.', another)

  const outcome = await signedRetry(call, () =>
    prepareContactChange(call, { customerId: id, contact, check, apply }),
  )
  if ('challenge' in outcome) {
    const tied = setOf(contact, tiedCredentials(context, id, contact))
    context.state.contactChanges.set(outcome.challenge.requestId, tied)
  }
  return outcome
}

function changeableCustomer(context: Context, id: string, body: UpdateCustomerBody): Customer {
  const customer = presentCustomer(context, id)
  if (body.customerType !== customer.customerType) {
    throw invalidInput('The customerType of a customer cannot change.', 'customerType')
  }
  requireSupported(context, body.currencies ?? [])
  if (body.umaAddress !== undefined && body.umaAddress !== customer.umaAddress) {
    requireFreeUma(context, body.umaAddress, id)
  }
  if (body.customerType === 'BUSINESS' && body.businessInfo && !customer.businessInfo) {
    if (body.businessInfo.legalName === undefined) {
      throw invalidInput('A business needs a legal name.', 'businessInfo.legalName')
    }
  }
  return customer
}

function applyChange(context: Context, customer: Customer, body: UpdateCustomerBody): Customer {
  const changed = { ...mergeChange(customer, body), updatedAt: timestamp(context.clock.now()) }
  if (body.currencies !== undefined) return openMissingAccounts(context, changed)
  context.state.customers.set(changed.id, changed)
  return changed
}

function mergeChange(customer: Customer, body: UpdateCustomerBody): Customer {
  if (body.customerType === 'INDIVIDUAL') return { ...customer, ...body }
  const { businessInfo, ...rest } = body
  const legalName = businessInfo?.legalName ?? customer.businessInfo?.legalName
  if (legalName === undefined) return { ...customer, ...rest }
  return { ...customer, ...rest, businessInfo: { ...customer.businessInfo, ...businessInfo, legalName } }
}
