/** Executes the actions of agents. No other file in this folder executes quotes or transfers. @module */
import type { TransferBody, TransferDetails } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import type { ActionRecord, TransferType } from '../../state/records/agents.js'
import { settleQuote } from '../quotes/settle.js'
import { putTransaction } from '../transactions/records.js'
import { checkTransferIn, checkTransferOut, transferIn, transferOut } from '../transfers/transfer.js'

const transfers = {
  TRANSFER_OUT: { check: checkTransferOut, start: transferOut },
  TRANSFER_IN: { check: checkTransferIn, start: transferIn },
} as const

/** Executes an action and returns the id of its transaction. Throws an `ApiError` if the action cannot be executed. */
export function carryOut(
  context: Context,
  { task, agentId }: Pick<ActionRecord, 'task' | 'agentId'>,
): string {
  if (task.type !== 'EXECUTE_QUOTE') {
    return transfers[task.type].start(context, bodyOf(task.details), { agentId }).id
  }
  const { transactionId } = settleQuote(context, { id: task.quoteId })
  const transaction = context.state.transactions.get(transactionId)
  // Even if the platform created the quote, the agent initiated the payment.
  if (transaction) putTransaction(context, { ...transaction, agentId })
  return transactionId
}

/**
 * Checks a transfer without starting it, and returns its details. Throws the same errors as `POST /transfer-out` and
 * `/transfer-in`, except for a balance that is too low.
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
