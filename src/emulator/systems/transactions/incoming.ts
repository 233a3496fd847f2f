/** Incoming payments that the platform approves or rejects (Events 3; POST /transactions/{transactionId}/approve). @module */
import type { CustomerInfo } from '../../../wire/field-names.js'
import type { FailureReason, Transaction } from '../../../wire/transactions.js'
import { Refusal } from '../../handler/api-error.js'
import type { World } from '../../handler/context.js'
import type { ApprovalRecord } from '../../state/records/payments.js'
import { timestamp } from '../../time/clock.js'
import { catchUp, schedule } from '../../time/scheduler.js'
import { startPayment } from './payments.js'
import { putTransaction } from './records.js'

/** Makes a PENDING payment wait for the platform, until the deadline and no longer. */
export function awaitApproval(world: World, approval: ApprovalRecord): void {
  world.state.approvals.set(approval.transactionId, approval)
  schedule(world, approval.deadline, 'approval', approval.transactionId)
}

/** Fails a payment if nobody answered in time. */
export function expireApproval(world: World, id: string): void {
  const approval = world.state.approvals.get(id)
  if (!approval || world.clock.now() < approval.deadline) return
  end(world, id, approval.deadline, { status: 'FAILED', ...timedOut })
}

const timedOut: { readonly failureReason: FailureReason } = { failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' }

/**
 * Approves a payment: its money arrives. One that was asked for information and gets less than the mandatory fields fails
 * with `MISSING_MANDATORY_PAYEE_DATA` instead [advice]. Throws 404 `TRANSACTION_NOT_FOUND` and 409
 * `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
 */
export function approveIncoming(world: World, id: string, info: CustomerInfo = {}): Transaction {
  const { fields, delivery, outcome } = waiting(world, id)
  const isComplete = fields.every(({ name, mandatory }) => !mandatory || info[name]?.trim())
  if (!isComplete) return failIncoming(world, id, 'MISSING_MANDATORY_PAYEE_DATA')
  world.state.approvals.delete(id)
  const transaction = transactionById(world, id)
  return startPayment(world, { transaction, debit: [], delivery, wayBack: [], outcome })
}

/** Rejects a payment: nothing arrives. Throws as {@link approveIncoming} does. */
export function rejectIncoming(world: World, id: string): Transaction {
  waiting(world, id)
  return end(world, id, world.clock.now(), { status: 'REJECTED' })
}

/** Fails a payment that waits. Throws as {@link approveIncoming} does. */
export function failIncoming(world: World, id: string, failureReason: FailureReason): Transaction {
  waiting(world, id)
  return end(world, id, world.clock.now(), { status: 'FAILED', failureReason })
}

/** Whether a payment still waits for the platform. */
export function isWaiting(world: World, id: string): boolean {
  catchUp(world)
  return world.state.approvals.has(id)
}

/** Throws 404 `TRANSACTION_NOT_FOUND` for an unknown transaction. */
export function transactionById(world: World, id: string): Transaction {
  const transaction = world.state.transactions.get(id)
  if (!transaction) throw new Refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.')
  return transaction
}

function waiting(world: World, id: string): ApprovalRecord {
  transactionById(world, id)
  catchUp(world)
  const approval = world.state.approvals.get(id)
  if (approval) return approval
  throw new Refusal(
    409,
    'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    'The transaction does not wait for the platform’s approval.',
  )
}

function end(
  world: World,
  id: string,
  at: number,
  change: Pick<Transaction, 'status' | 'failureReason'>,
): Transaction {
  world.state.approvals.delete(id)
  const ended = { ...transactionById(world, id), ...change, updatedAt: timestamp(at) }
  putTransaction(world, ended)
  return ended
}
