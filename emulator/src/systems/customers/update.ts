/**
 * Handles `PATCH /customers/{customerId}`. An update that changes the address of an EMAIL_OTP credential needs a signed
 * retry. Any other update takes effect at once.
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
import { openMissingAccounts } from './create.js'
import { prepareEmailChange, setOf, tiedCredentials } from './email-change.js'
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
  const changesEmail = body.email !== undefined && body.email !== customer.email
  const tied = tiedCredentials(context, id)
  // A call with the request id of an e-mail change is handled as a signed retry even after the change was made, so a
  // second retry fails.
  const isRetry = context.state.emailChanges.has(requestId)
  if (!isRetry && !(changesEmail && tied.length > 0)) return { answer: apply() }

  const outcome = await signedRetry(call, () => prepareEmailChange(call, { customerId: id, check, apply }))
  if ('challenge' in outcome) context.state.emailChanges.set(outcome.challenge.requestId, setOf(tied))
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
