/**
 * Reads from an answer what became of a payment. The `id` and the `status` tell it, even if the rest cannot be read.
 * @module
 */
import * as v from 'valibot'
import { quoteStatuses } from './open-sets.js'
import { parseAnswer } from './parse-answer.js'
import { Quote } from './quotes.js'
import { type FieldIssue, id, looseObject, openSet, type Schema } from './schema.js'

/** What an answer says about a quote. */
export interface QuoteOutcome {
  readonly id: string
  readonly status: Quote['status']
  /** The whole quote, or the fields that could not be read. */
  readonly quote: Quote | readonly FieldIssue[]
}

/**
 * Returns the schema of an answer that contains a quote. A field that cannot be read is taken from `known`, the same
 * quote as this page already has it. Without `known`, an optional field that cannot be read is left out.
 */
export const quoteOutcome = (known?: Quote): Schema<QuoteOutcome> =>
  v.pipe(
    looseObject({ id: id('Quote'), status: openSet(quoteStatuses) }),
    v.transform((answer) => ({ id: answer.id, status: answer.status, quote: readQuote(answer, known) })),
  )

function readQuote(answer: { readonly id: string }, known: Quote | undefined): QuoteOutcome['quote'] {
  const whole = parseAnswer(Quote, answer)
  if (whole.ok) return whole.value
  // A field is replaced or left out as a whole: an amount without the decimals of its currency would be misread.
  const refused = new Set(whole.issues.map(({ path }) => path.split('.')[0]))
  const fields = Object.entries(answer).filter(([name]) => !refused.has(name))
  const replaced = Object.entries(known?.id === answer.id ? known : {}).filter(([name]) => refused.has(name))
  const rest = parseAnswer(Quote, Object.fromEntries([...fields, ...replaced]))
  return rest.ok ? rest.value : whole.issues
}
