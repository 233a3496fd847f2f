/** Plans how a quote moves money. The plan is fixed when the price is locked. @module */
import { type Line, movement, platform, reverse } from '../../money/ledger.js'
import type { Price } from '../../money/pricing.js'
import type { QuotePlan } from '../../state/records/payments.js'
import type { Receiver, Sender } from './parties.js'

/**
 * Returns the ledger lines of a payment at a given price. The fee goes to `platform.fees`, and a conversion passes
 * through `platform.conversion`. A refund reverses both.
 */
export function planOf(
  { payer, currency: from }: Sender,
  { payee, currency: to, internal, outcome }: Receiver,
  { sending, receiving, fee }: Price,
  customerId: string,
): QuotePlan {
  const sent = from.currency.code
  const received = to.currency.code
  const debit: readonly Line[] = [
    { account: payer, currency: sent, amount: -sending },
    { account: platform.fees, currency: sent, amount: fee },
    { account: platform.conversion, currency: sent, amount: sending - fee },
    { account: platform.conversion, currency: received, amount: -receiving },
    { account: platform.transit, currency: received, amount: receiving },
  ]
  const receiverId = internal?.customerId
  return {
    payer,
    debit,
    delivery: movement(platform.transit, payee, received, receiving),
    wayBack: reverse(debit),
    ...(receiverId && receiverId !== customerId ? { receiverId } : {}),
    outcome,
  }
}
