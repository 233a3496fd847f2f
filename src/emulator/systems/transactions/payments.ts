/** Runs payments from start to end. Steps that are due later are scheduled. @module */
import type { Quote } from '../../../wire/quotes.js'
import type { Refund, Transaction } from '../../../wire/transactions.js'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { balanceOf, type Line, post, reversed } from '../../money/ledger.js'
import type { Outcome } from '../../money/suffixes.js'
import type { PaymentRecord, Step } from '../../state/records/payments.js'
import { timestamp } from '../../time/clock.js'
import { schedule } from '../../time/scheduler.js'
import { incomingTwin, putQuote, putTransaction, referenceOf } from './records.js'

/** Everything that is needed to run a payment. */
export interface PaymentPlan {
  /** The PENDING transaction of the payment. `startPayment` stores it if it is not stored yet. */
  readonly transaction: Transaction
  readonly quote?: Quote
  /** The ledger lines that take the money from the sender. Empty if nothing is taken before the payment completes. */
  readonly debit: readonly Line[]
  readonly delivery: readonly Line[]
  readonly wayBack: readonly Line[]
  /**
   * The customer who receives the money in an internal account. Absent if this customer is also the sender, or if the
   * money does not go to a customer's internal account.
   */
  readonly receiverId?: string
  readonly outcome: Outcome
}

/**
 * Starts a payment and schedules its later steps. Returns the transaction for the answer of the call. Depending on the
 * outcome, the transaction is already settled or still in progress.
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

/** Throws 400 if a balance would exceed the range of safe integers. */
function requireSafeBalances(context: Context, delivery: readonly Line[]): void {
  const isTooMuch = delivery.some(
    ({ account, currency, amount }) =>
      !account.startsWith('platform:') &&
      balanceOf(context.state, account, currency) + amount > BigInt(Number.MAX_SAFE_INTEGER),
  )
  if (!isTooMuch) return
  throw new ApiError(400, 'AMOUNT_OUT_OF_RANGE', 'The balance would exceed the safe integer range.')
}

function stepsOf({ completesAfter, fails }: Outcome, now: number): Step[] {
  const steps: Step[] = []
  if (completesAfter !== undefined) steps.push({ at: now + completesAfter, kind: 'complete' })
  if (fails) {
    const { after, status, reason, refund, refundAfter, refundReason } = fails
    const at = now + after
    steps.push({ at, kind: 'fail', status, refundReason, ...(reason === undefined ? {} : { reason }) })
    steps.push({ at: at + refundAfter, kind: 'refund', status: refund })
  }
  return steps
}

/** Carries out all steps of a payment that are due. */
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
    run[step.kind](context, { payment, transaction, at: timestamp(step.at) }, step as never) // the step's kind selected this function
  }
}

interface Situation {
  readonly payment: PaymentRecord
  readonly transaction: Transaction
  readonly at: string
}

type Runner<Kind extends Step['kind']> = (
  context: Context,
  situation: Situation,
  step: Extract<Step, { kind: Kind }>,
) => void

const run: { readonly [Kind in Step['kind']]: Runner<Kind> } = {
  complete(context, { payment, transaction, at }) {
    post(context.state, payment.delivery)
    const completed = { ...transaction, status: 'COMPLETED', settledAt: at, updatedAt: at }
    putTransaction(context, completed)
    moveQuote(context, payment, 'COMPLETED')
    if (payment.receiverId !== undefined)
      putTransaction(context, incomingTwin(context, completed, payment.receiverId))
  },

  fail(context, { payment, transaction, at }, { status, reason, refundReason }) {
    // If a bank returns a payment, the receiver was already paid, so the delivery is reversed first.
    if (transaction.status === 'COMPLETED') post(context.state, reversed(payment.delivery))
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

function moveQuote(context: Context, { quoteId }: PaymentRecord, status: string): void {
  const quote = context.state.quotes.get(quoteId ?? '')
  if (quote) putQuote(context, { ...quote, status })
}
