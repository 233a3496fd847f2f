/** The amount of a payment as a heading or a button shows it. @module */
import type { Money } from '../../wire/money.js'

/** The coins that are meant to be worth one unit of a currency with cents. Nothing else is rounded. */
const atPar: ReadonlySet<string> = new Set(['USDB', 'USDC', 'USDT'])

/**
 * Returns what a person pays in whole cents, rounded up, if it is paid in a stable coin with more decimals: 20.11 USDB
 * for 20.100503. Every other amount is returned as it is. The result is only for display, in a place where the exact
 * amount is shown too, and never for what somebody receives, because it would promise too much.
 *
 * @example
 * const headline = headlineMoney(sends)
 * const isExact = headline.amount === sends.amount
 */
export function headlineMoney(money: Money): Money {
  const { amount, currency } = money
  const { code, decimals = 0 } = currency
  if (decimals <= 2 || !atPar.has(code)) return money
  // Remainders are exact, and the result is a multiple of ten, which a number holds beyond the safe integers too.
  const cent = 10 ** (decimals - 2)
  const rest = amount % cent
  return rest <= 0 ? money : { amount: amount - rest + cent, currency }
}
