/** Verifies customers, and updates open verifications when the customer's data changes. @module */
import type {
  Customer,
  Document,
  KycStatus,
  Verification,
  VerificationError,
  verificationStatuses,
} from 'embedded-wallet-auth/wire'
import { orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { customerView } from '../../handler/find-records.js'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { publish } from '../webhooks/publish.js'
import { missingOf } from './missing.js'
import { type CheckOutcome, outcomeOf } from './suffixes.js'

/**
 * Returns the id of the customer to whom a document belongs. `holder` is the id of the customer or of one of the
 * customer's beneficial owners. Throws 404 for an unknown holder.
 */
export function customerOfHolder(context: Context, holder: string): string {
  if (context.state.customers.has(holder)) return holder
  return orNotFound(context.state.beneficialOwners.get(holder), 'document holder').customerId
}

type Status = (typeof verificationStatuses)[number]

/**
 * The result of a verification. `status` is the customer's new `kycStatus` or `kybStatus`, or absent if that status
 * does not change.
 */
interface Result extends Pick<Verification, 'verificationStatus'> {
  readonly errors: readonly VerificationError[]
  readonly status?: KycStatus
}

/**
 * Verifies a customer's current data. Continues the customer's open verification, or creates one if none is open [our
 * choice].
 */
export function verify(context: Context, customer: Customer): Verification {
  const { status, ...result } = resultOf(context, customer)
  const now = timestamp(context.clock.now())
  const underWay = verificationsOf(context, customer.id).find(
    ({ verificationStatus }) => !finalStatuses.has(verificationStatus),
  )
  const { id, createdAt } = underWay ?? { id: newId('Verification'), createdAt: now }
  const verification = { id, customerId: customer.id, ...result, createdAt, updatedAt: now }
  if (status !== undefined) changeStatus(context, customer, status)
  store(context, verification)
  return verification
}

const finalStatuses: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED'])

function resultOf(context: Context, customer: Customer): Result {
  const isFirm = customer.customerType === 'BUSINESS'
  // The service approves individuals at creation, so they need no verification [reference].
  if (!isFirm && customer.kycStatus === 'APPROVED') return { verificationStatus: 'APPROVED', errors: [] }
  const errors = missingOf(context, customer)
  if (errors.length > 0) return { verificationStatus: 'RESOLVE_ERRORS', errors }
  const outcome = outcomeOf(isFirm ? (customer.businessInfo?.registrationNumber ?? '') : '')
  return { ...outcome, errors: errorsOf(customer, outcome) }
}

const errorsOf = (customer: Customer, { verificationStatus }: CheckOutcome): readonly VerificationError[] =>
  verificationStatus === 'REJECTED'
    ? [{ resourceId: customer.id, type: 'APPLICANT_REJECTED', reason: 'The applicant was rejected.' }]
    : []

function changeStatus(context: Context, customer: Customer, status: KycStatus): void {
  const isFirm = customer.customerType === 'BUSINESS'
  if ((isFirm ? customer.kybStatus : customer.kycStatus) === status) return
  const changed = {
    ...customer,
    ...(isFirm ? { kybStatus: status } : { kycStatus: status }),
    updatedAt: timestamp(context.clock.now()),
  }
  context.state.customers.set(customer.id, changed)
  if (status !== 'UNVERIFIED') {
    publish(context, `CUSTOMER.${isFirm ? 'KYB' : 'KYC'}_${status}`, customerView(context, changed))
  }
}

function store(context: Context, verification: Verification): void {
  context.state.verifications.set(verification.id, verification)
  publish(context, eventOf(verification), verification)
}

const eventOf = ({ verificationStatus }: Verification): `VERIFICATION.${Status}` =>
  // The emulator stores only the service's statuses, although the field's type allows any text.
  `VERIFICATION.${verificationStatus as Status}`

/** Returns a customer's verifications, oldest first. */
export function verificationsOf(context: Context, customerId: string): Verification[] {
  return context.state.verifications.list({ where: { customerId } })
}

/**
 * Updates a customer's verifications that are RESOLVE_ERRORS or READY_FOR_VERIFICATION, after a change to the customer,
 * a beneficial owner or a document. The status becomes READY_FOR_VERIFICATION if nothing is missing, and otherwise
 * RESOLVE_ERRORS.
 */
export function recheck(context: Context, customer: Customer): void {
  for (const waiting of verificationsOf(context, customer.id)) {
    if (!['RESOLVE_ERRORS', 'READY_FOR_VERIFICATION'].includes(waiting.verificationStatus)) continue
    const errors = missingOf(context, customer)
    const verificationStatus = errors.length > 0 ? 'RESOLVE_ERRORS' : 'READY_FOR_VERIFICATION'
    const looked: Verification = {
      ...waiting,
      errors,
      verificationStatus,
      updatedAt: timestamp(context.clock.now()),
    }
    if (verificationStatus === waiting.verificationStatus) context.state.verifications.set(looked.id, looked)
    else store(context, looked)
  }
}

const relying: ReadonlySet<string> = new Set(['IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED'])

/** Whether a verification of the document's customer has used the document. */
export function reliesOn(context: Context, { documentHolder, createdAt }: Document): boolean {
  return verificationsOf(context, customerOfHolder(context, documentHolder)).some(
    ({ verificationStatus, updatedAt = '' }) =>
      relying.has(verificationStatus) && Date.parse(updatedAt) >= Date.parse(createdAt),
  )
}
