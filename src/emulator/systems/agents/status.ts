/** How an action stands (AgentAction status). @module */
import type { EmulatorContext } from '../../handler/context.js'
import type { ActionRecord } from '../../state/records/agents.js'

/** Ends of a payment that did not arrive. */
const undelivered: ReadonlySet<string> = new Set(['FAILED', 'REJECTED', 'REFUNDED'])

/** The status of an action. Execution goes on after the approval: a payment that does not arrive has failed the action too. */
export function statusOf(
  context: EmulatorContext,
  { status, transactionId = '' }: ActionRecord,
): ActionRecord['status'] {
  const payment = context.state.transactions.get(transactionId)?.status ?? ''
  return status === 'APPROVED' && undelivered.has(payment) ? 'FAILED' : status
}
