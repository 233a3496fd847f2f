/** Executes an agent's action. In the code of agents, only this file executes quotes and transfers. @module */
import type { TransferDetails } from '../../../wire/agent-actions.js'
import type { TransferBody } from '../../../wire/transfers.js'
import type { Context } from '../../handler/context.js'
import type { ActionRecord, TransferType } from '../../state/records/agents.js'
import { settle } from '../quotes/settle.js'
import { putTransaction } from '../transactions/records.js'
import { checkTransferIn, checkTransferOut, transferIn, transferOut } from '../transfers/transfer.js'

/** How transfers of each direction are checked and started. */
const transfers = {
  TRANSFER_OUT: { check: checkTransferOut, start: transferOut },
  TRANSFER_IN: { check: checkTransferIn, start: transferIn },
} as const

/** Executes an action and returns its transaction's id. Throws an `ApiError` if that is not possible. */
export function carryOut(
  context: Context,
  { task, agentId }: Pick<ActionRecord, 'task' | 'agentId'>,
): string {
  if (task.type !== 'EXECUTE_QUOTE') {
    return transfers[task.type].start(context, bodyOf(task.details), { agentId }).id
  }
  const { transactionId } = settle(context, { id: task.quoteId })
  const transaction = context.state.transactions.get(transactionId)
  // The platform may have created the quote, but the agent initiated the payment.
  if (transaction) putTransaction(context, { ...transaction, agentId })
  return transactionId
}

/**
 * The details of a transfer that is not started yet. Throws the errors of `POST /transfer-out` and `/transfer-in`,
 * except the one for missing funds.
 */
export function transferDetails(context: Context, type: TransferType, body: TransferBody): TransferDetails {
  const { internal, amount } = transfers[type].check(context, body)
  return {
    amount,
    currency: internal.currency,
    sourceAccountId: body.source.accountId,
    destinationAccountId: body.destination.accountId,
  }
}

const bodyOf = ({ amount, sourceAccountId, destinationAccountId }: TransferDetails): TransferBody => ({
  source: { accountId: sourceAccountId },
  destination: { accountId: destinationAccountId },
  amount,
})
