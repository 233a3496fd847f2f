/** Plans how a quote moves money. The plan is fixed when the price is locked. @module */
import { type Line, movement, platform, reverse } from '../../money/ledger.js'
import type { Price } from '../../money/pricing.js'
import type { QuotePlan } from '../../state/records/payments.js'
import type { Receiver, Sender } from './parties.js'

/**
 * Returns the ledger lines of a payment at a given price. The fee goes to `platform.fees`, and a conversion passes
 * through `platform.conversion`. A refund reverses both. If the pull from the sender's external account fails, that is
 * the outcome of the payment.
 */
export function planOf(
  { payer, currency: from, failedPull }: Sender,
  { payee, currency: to, internal, outcome }: Receiver,
  { sending, receiving, fee }: Price,
  customerId: string,
): QuotePlan {
  const sent = from.currency.code
  const received = to.currency.code
  const moved: readonly Line[] = [
    { account: payer, currency: sent, amount: -sending },
    { account: platform.fees, currency: sent, amount: fee },
    { account: platform.conversion, currency: sent, amount: sending - fee },
    { account: platform.conversion, currency: received, amount: -receiving },
    { account: platform.transit, currency: received, amount: receiving },
  ]
  // A pull that fails moves no money, so there is nothing to give back.
  const debit = failedPull ? [] : moved
  const receiverId = internal?.customerId
  return {
    payer,
    debit,
    delivery: movement(platform.transit, payee, received, receiving),
    wayBack: reverse(debit),
    ...(receiverId && receiverId !== customerId ? { receiverId } : {}),
    outcome: failedPull ?? outcome,
  }
}
