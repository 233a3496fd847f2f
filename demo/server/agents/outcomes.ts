/** What the service's states mean for the person whose money it is. @module */
import type { AgentPayment, AgentReport, Failure } from '../../agents-contract.js'
import type { ActionAnswer } from './shapes.js'

/** Money that moved, by the state of its transaction; later versions may add states. */
export const outcomeOfTransaction = (status: string): 'paid' | 'under-way' | 'failed' =>
  outcomes[status] ?? 'under-way'

const outcomes: Readonly<Record<string, 'paid' | 'failed'>> = {
  COMPLETED: 'paid',
  FAILED: 'failed',
  REJECTED: 'failed',
  REFUNDED: 'failed',
}

/**
 * What became of an action. The service does not say why one failed before money moved: that follows from the offer and from
 * what the pocket holds.
 *
 * @param held smallest unit, in the pocket now
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

/** An action that ended before money moved, as a line of the history. */
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
