/** The amounts of a payment, as the user sees them in an offer, a question and a receipt. @module */
import type { Money } from 'embedded-wallet-auth'
import { formatRate, formatterFor } from './money.js'

/** The amounts of a quote, or of a completed payment. */
export interface PaymentAmounts {
  readonly sends: Money
  /** Absent if it is not known. */
  readonly receives?: Money | undefined
  /** Included in `sends`. */
  readonly fees?: Money | undefined
  /** The quoted rate. A rate that is computed from the rounded amounts would differ. */
  readonly exchangeRate?: number | undefined
}

/** Names and values, in the order in which they are shown. `names` are those of what was sent and of what arrives. */
export function paymentFacts(
  { sends, receives, fees, exchangeRate }: PaymentAmounts,
  names: { readonly sent: string; readonly got: string },
): readonly (readonly [name: string, value: string])[] {
  const text = formatterFor([sends, receives, fees].filter((each) => each !== undefined))
  const [from, to] = [sends.currency.code, receives?.currency.code]
  const rate =
    to === undefined || to === from || exchangeRate === undefined
      ? []
      : [['Rate', `1\u00a0${to} = ${formatRate(exchangeRate)}\u00a0${from}`] as const]
  return [
    [names.sent, text(sends)],
    ['Fee (included)', fees === undefined || fees.amount === 0 ? 'none' : text(fees)],
    ...rate,
    ...(receives === undefined ? [] : [[names.got, text(receives)] as const]),
  ]
}
