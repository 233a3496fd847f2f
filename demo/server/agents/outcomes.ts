/** What the service's statuses mean for the user. @module */
import type { AgentPayment, AgentReport, Failure } from '../../agents-contract.js'
import type { ActionAnswer } from './shapes.js'

/** Returns the outcome of a transaction. The service may add statuses later. */
export const outcomeOfTransaction = (status: string): 'paid' | 'under-way' | 'failed' =>
  outcomes[status] ?? 'under-way'

const outcomes: Readonly<Record<string, 'paid' | 'failed'>> = {
  COMPLETED: 'paid',
  FAILED: 'failed',
  REJECTED: 'failed',
  REFUNDED: 'failed',
}

/**
 * Returns the outcome of an action. If an action failed before money moved, the service does not say why, so the reason
 * is derived from the quote and from the pocket's balance.
 *
 * @param held the pocket's current balance, in the smallest unit
 */
export function reportOf(action: ActionAnswer, held: number): AgentReport {
  const { status, transaction } = action
  if (status === 'PENDING_APPROVAL') return { outcome: 'waiting' }
  const outcome = status === 'FAILED' ? 'failed' : outcomeOfTransaction(transaction?.status ?? '')
  return outcome === 'failed' ? { outcome, failure: failureOf(action, held) } : { outcome }
}

function failureOf({ quote, transaction }: ActionAnswer, held: number): Failure {
  if (transaction !== undefined) return 'sent-back'
  if (quote.status === 'EXPIRED') return 'offer-run-out'
  return held < quote.totalSendingAmount ? 'pocket-too-small' : 'unknown'
}

/** Returns the history entry of an action that ended before money moved. */
export function endedPayment(
  { id, quote, rejectionReason }: ActionAnswer,
  known: Pick<AgentPayment, 'agentName' | 'payee' | 'asked' | 'at'>,
  failure: Failure | undefined,
): AgentPayment {
  return {
    id,
    ...known,
    sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    outcome: failure === undefined ? 'rejected' : 'failed',
    ...(failure === undefined ? {} : { failure }),
    ...(rejectionReason === undefined ? {} : { reason: rejectionReason }),
  }
}
