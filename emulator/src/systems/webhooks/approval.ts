/**
 * Asks the platform to approve an incoming payment (Events 3). The meaning of each answer and the time limit are from
 * the public reference [reference, wire-facts 7.7].
 * @module
 */
import { ApprovalAnswer, parse, type RequestedField, type Transaction } from 'embedded-wallet-auth/wire'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { endpointOf, type WebhookContext } from './deliver.js'

/** How long the platform has to answer, in milliseconds. */
export const approvalPatience: number = 5_000

/** The platform's decision, or what happens without a decision. */
export type ApprovalOutcome =
  | { readonly kind: 'approved'; readonly receiverCustomerInfo: Readonly<Record<string, string>> }
  /** The platform decides later, by calling approve or reject before the payment's deadline. */
  | { readonly kind: 'later' }
  | { readonly kind: 'rejected'; readonly reason?: string }
  | {
      readonly kind: 'failed'
      readonly failureReason:
        | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
        | 'PAYMENT_APPROVAL_TIMED_OUT'
        | 'MISSING_MANDATORY_PAYEE_DATA'
    }

type Reader = (answer: ApprovalAnswer) => ApprovalOutcome

const webhookError: ApprovalOutcome = { kind: 'failed', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' }

/** Functions that read the decision from an answer, one for each HTTP status. */
const readers: Readonly<Record<number, Reader>> = {
  200: ({ receiverCustomerInfo = {} }) => ({ kind: 'approved', receiverCustomerInfo }),
  202: () => ({ kind: 'later' }),
  403: ({ reason }) => ({ kind: 'rejected', ...(reason === undefined ? {} : { reason }) }),
  // The platform needs more information about the sender. The payment fails, because the emulator cannot send more [our
  // choice].
  422: () => ({ kind: 'failed', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' }),
}

/**
 * Sends the webhook `INCOMING_PAYMENT.PENDING` once and reads the decision from the answer. Without an endpoint, the
 * result is `later`, because the platform can still call approve or reject.
 */
export async function askForApproval(
  context: WebhookContext,
  transaction: Transaction,
  requestedReceiverCustomerInfoFields: readonly RequestedField[],
): Promise<ApprovalOutcome> {
  const url = endpointOf(context)
  if (url === undefined) return { kind: 'later' }
  const { state } = context
  const type = 'INCOMING_PAYMENT.PENDING'
  const id = newId('Webhook')
  const publishedAt = context.clock.now()
  const data = { ...transaction, requestedReceiverCustomerInfoFields }
  const body = JSON.stringify({ id, type, timestamp: timestamp(publishedAt), data })
  const delivery = { id, type, resource: transaction.id, body, publishedAt, attempts: 1 }
  state.webhooks.set(id, delivery)
  const sent = await context.webhooks.send(url, body, approvalPatience)
  if ('failure' in sent) {
    state.webhooks.set(id, { ...delivery, outcome: 'given-up' })
    return sent.failure === 'timed-out'
      ? { kind: 'failed', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' }
      : webhookError
  }
  const { status, text } = sent.answer
  const read = readers[status]
  state.webhooks.set(id, { ...delivery, lastStatus: status, outcome: read ? 'delivered' : 'given-up' })
  return read ? read(answerIn(text)) : webhookError
}

/** Parses the body of an answer. An invalid body counts as empty. */
function answerIn(text: string): ApprovalAnswer {
  try {
    const parsed = parse(ApprovalAnswer, JSON.parse(text))
    return parsed.ok ? parsed.value : {}
  } catch {
    return {}
  }
}
