/**
 * Incoming payments that the platform has to approve or reject (Events 3; POST /transactions/{transactionId}/approve).
 * @module
 */
import type { CustomerInfo, FailureReason, Transaction } from 'embedded-wallet-auth/wire'
import { ApiError, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { ApprovalRecord } from '../../state/records/payments.js'
import { timestamp } from '../../time/clock.js'
import { runDueJobs, schedule } from '../../time/scheduler.js'
import { startPayment } from './payments.js'
import { putTransaction } from './records.js'

/** Makes a PENDING payment wait for the platform's decision until `approval.deadline`. */
export function awaitApproval(context: Context, approval: ApprovalRecord): void {
  context.state.approvals.set(approval.transactionId, approval)
  schedule(context, approval.deadline, 'approval', approval.transactionId)
}

/** Fails an incoming payment if the platform has not decided by the deadline. */
export function expireApproval(context: Context, id: string): void {
  const approval = context.state.approvals.get(id)
  if (!approval || context.clock.now() < approval.deadline) return
  end(context, id, approval.deadline, { status: 'FAILED', ...timedOut })
}

const timedOut: { readonly failureReason: FailureReason } = { failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' }

/**
 * Approves an incoming payment, which delivers its money. If `info` lacks a mandatory field, the payment fails with
 * `MISSING_MANDATORY_PAYEE_DATA` instead [our choice]. Throws 404 `TRANSACTION_NOT_FOUND` for an unknown transaction,
 * and 409 `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL` for a transaction that is not waiting for approval.
 */
export function approveIncoming(context: Context, id: string, info: CustomerInfo = {}): Transaction {
  const { fields, delivery, outcome } = waiting(context, id)
  const isComplete = fields.every(({ name, mandatory }) => !mandatory || info[name]?.trim())
  if (!isComplete) return failIncoming(context, id, 'MISSING_MANDATORY_PAYEE_DATA')
  context.state.approvals.delete(id)
  const transaction = transactionById(context, id)
  return startPayment(context, { transaction, debit: [], delivery, wayBack: [], outcome })
}

/** Rejects an incoming payment. Its money is not delivered. Throws like {@link approveIncoming}. */
export function rejectIncoming(context: Context, id: string): Transaction {
  waiting(context, id)
  return end(context, id, context.clock.now(), { status: 'REJECTED' })
}

/** Fails an incoming payment that is waiting for the platform's decision. Throws like {@link approveIncoming}. */
export function failIncoming(context: Context, id: string, failureReason: FailureReason): Transaction {
  waiting(context, id)
  return end(context, id, context.clock.now(), { status: 'FAILED', failureReason })
}

/** Whether an incoming payment is still waiting for the platform's decision. */
export function isWaiting(context: Context, id: string): boolean {
  runDueJobs(context)
  return context.state.approvals.has(id)
}

/** Returns a transaction by its id. Throws 404 `TRANSACTION_NOT_FOUND` for an unknown id. */
export const transactionById = (context: Context, id: string): Transaction =>
  orNotFound(context.state.transactions.get(id), 'transaction', 'TRANSACTION_NOT_FOUND')

function waiting(context: Context, id: string): ApprovalRecord {
  transactionById(context, id)
  runDueJobs(context)
  const approval = context.state.approvals.get(id)
  if (approval) return approval
  const message = 'The transaction is not waiting for the platform’s approval.'
  throw new ApiError(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', message)
}

function end(
  context: Context,
  id: string,
  at: number,
  change: Pick<Transaction, 'status' | 'failureReason'>,
): Transaction {
  context.state.approvals.delete(id)
  const ended = { ...transactionById(context, id), ...change, updatedAt: timestamp(at) }
  putTransaction(context, ended)
  return ended
}
