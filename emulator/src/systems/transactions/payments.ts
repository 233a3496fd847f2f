/** Runs payments from start to end, in scheduled steps. @module */
import type { Quote, Refund, Transaction } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { balanceOf, type Line, post, reverse } from '../../money/ledger.js'
import type { Outcome } from '../../money/suffixes.js'
import type { PaymentRecord, PaymentStep, QuotePlan } from '../../state/records/payments.js'
import { timestamp } from '../../time/clock.js'
import { schedule } from '../../time/scheduler.js'
import { incomingTwin, putQuote, putTransaction, referenceOf } from './records.js'

/** Everything that is needed to run a payment. */
export interface PaymentPlan extends Omit<QuotePlan, 'payer'> {
  /** The payment's PENDING transaction. `startPayment` stores it if it is not stored yet. */
  readonly transaction: Transaction
  readonly quote?: Quote
}

/**
 * Starts a payment and schedules its later steps. Returns the transaction, which is settled or in progress, depending
 * on `outcome.answer`. A later step can still change a settled payment: a quote to an external account with the suffix
 * 005 completes at once, and 30 seconds later the bank returns the money (Sandbox test behaviors).
 */
export function startPayment(context: Context, plan: PaymentPlan): Transaction {
  const { quote, outcome, transaction, debit, delivery, wayBack, receiverId } = plan
  const now = context.clock.now()
  requireSafeBalances(context, delivery)
  if (debit.length > 0) post(context.state, debit)
  const started = { ...transaction, status: outcome.meanwhile, updatedAt: timestamp(now) }
  putTransaction(context, started)
  if (quote) putQuote(context, { ...quote, status: 'PROCESSING' })
  context.state.payments.set(started.id, {
    transactionId: started.id,
    ...(quote ? { quoteId: quote.id } : {}),
    delivery,
    wayBack,
    ...(receiverId === undefined ? {} : { receiverId }),
    steps: stepsOf(outcome, now),
  })
  if (outcome.answer === 'settled') takeSteps(context, started.id)
  const { state } = context
  for (const { at } of state.payments.get(started.id)?.steps ?? []) {
    schedule(context, at, 'payment', started.id)
  }
  return state.transactions.get(started.id) ?? started
}

/** Throws 400 if the delivery would make a balance exceed the safe integer range. */
function requireSafeBalances(context: Context, delivery: readonly Line[]): void {
  const isTooMuch = delivery.some(
    ({ account, currency, amount }) =>
      !account.startsWith('platform:') &&
      balanceOf(context.state, account, currency) + amount > BigInt(Number.MAX_SAFE_INTEGER),
  )
  if (!isTooMuch) return
  throw new ApiError(400, 'AMOUNT_OUT_OF_RANGE', 'The balance would exceed the safe integer range.')
}

function stepsOf({ completesAfter, fails }: Outcome, now: number): PaymentStep[] {
  const steps: PaymentStep[] = []
  if (completesAfter !== undefined) steps.push({ at: now + completesAfter, kind: 'complete' })
  if (fails) {
    const { after, status, reason, refund, refundAfter, refundReason } = fails
    const at = now + after
    steps.push({ at, kind: 'fail', status, refundReason, ...(reason === undefined ? {} : { reason }) })
    steps.push({ at: at + refundAfter, kind: 'refund', status: refund })
  }
  return steps
}

/** Takes all due steps of a payment. */
export function takeSteps(context: Context, id: string): void {
  const now = context.clock.now()
  for (;;) {
    const payment = context.state.payments.get(id)
    const transaction = context.state.transactions.get(id)
    const [step, ...steps] = payment?.steps ?? []
    if (!payment || !transaction || !step || step.at > now) return
    // The remaining steps are stored before this step is taken, so that no step is taken twice.
    if (steps.length > 0) context.state.payments.set(id, { ...payment, steps })
    else context.state.payments.delete(id)
    run[step.kind](context, { payment, transaction, at: timestamp(step.at) }, step as never) // `run[kind]` takes steps of this kind
  }
}

interface Situation {
  readonly payment: PaymentRecord
  readonly transaction: Transaction
  readonly at: string
}

type Runner<Kind extends PaymentStep['kind']> = (
  context: Context,
  situation: Situation,
  step: Extract<PaymentStep, { kind: Kind }>,
) => void

const run: { readonly [Kind in PaymentStep['kind']]: Runner<Kind> } = {
  complete(context, { payment, transaction, at }) {
    post(context.state, payment.delivery)
    const completed: Transaction = { ...transaction, status: 'COMPLETED', settledAt: at, updatedAt: at }
    putTransaction(context, completed)
    moveQuote(context, payment, 'COMPLETED')
    if (payment.receiverId !== undefined)
      putTransaction(context, incomingTwin(context, completed, payment.receiverId))
  },

  fail(context, { payment, transaction, at }, { status, reason, refundReason }) {
    // A payment that a bank returns has already completed, so its delivery is reversed first.
    if (transaction.status === 'COMPLETED') post(context.state, reverse(payment.delivery))
    const refund: Refund = {
      reference: referenceOf(transaction.id),
      initiatedAt: at,
      status: 'PENDING',
      reason: refundReason,
    }
    const { settledAt: _, ...unsettled } = transaction
    putTransaction(context, {
      ...unsettled,
      status,
      updatedAt: at,
      ...(reason === undefined ? {} : { failureReason: reason }),
      ...(payment.wayBack.length > 0 ? { refund } : {}),
    })
    moveQuote(context, payment, 'FAILED')
  },

  refund(context, { payment, transaction, at }, { status }) {
    const { refund } = transaction
    if (!refund) return
    if (status === 'COMPLETED') post(context.state, payment.wayBack)
    const settled = status === 'COMPLETED' ? { settledAt: at } : {}
    putTransaction(context, { ...transaction, updatedAt: at, refund: { ...refund, status, ...settled } })
  },
}

function moveQuote(context: Context, { quoteId }: PaymentRecord, status: Quote['status']): void {
  const quote = context.state.quotes.get(quoteId ?? '')
  if (quote) putQuote(context, { ...quote, status })
}
