/** Reads amounts from fields. A field with an invalid amount shows what is wrong. @module */
import type { Currency } from 'embedded-wallet-auth'
import { amountProblems, parseAmount } from '../money.js'
import type { FieldState } from '../ui/field.js'

/**
 * Returns the amount in a field, in the smallest unit. If the amount is invalid, returns `undefined`, and the field
 * shows what is wrong.
 *
 * @param objection returns what is wrong with a readable amount
 */
export function readAmount(
  field: FieldState,
  currency: Currency,
  objection: (amount: number) => string | undefined = () => undefined,
): number | undefined {
  const parsed = parseAmount(field.text(), currency)
  const problem = parsed.ok ? objection(parsed.amount) : amountProblems[parsed.problem]
  field.complain(problem)
  return parsed.ok && problem === undefined ? parsed.amount : undefined
}
