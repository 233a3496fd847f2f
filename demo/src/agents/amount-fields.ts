/** Reading amounts from fields, with words for what is no amount. @module */
import type { Currency } from 'embedded-wallet-auth'
import type { Field } from '../controls.js'
import { amountProblems, parseAmount } from '../money.js'

/**
 * The amount in a field, smallest unit; or `undefined`, and the field says what is wrong.
 *
 * @param objection to an amount that can be read
 */
export function readAmount(
  field: Field,
  currency: Currency,
  objection: (amount: number) => string | undefined = () => undefined,
): number | undefined {
  const parsed = parseAmount(field.input.value, currency)
  const problem = parsed.ok ? objection(parsed.amount) : amountProblems[parsed.problem]
  field.complain(problem)
  return parsed.ok && problem === undefined ? parsed.amount : undefined
}
