/** Adds the receiver's name, from the platform's own table, to the quotes that a page gets. @module */
import * as v from 'valibot'
import { utf8 } from '../../encoding.js'
import { PayeeName } from '../../wire/payment-proof.js'
import { Quote } from '../../wire/quotes.js'
import { parse } from '../../wire/schema.js'
import type { UpstreamAnswer } from '../answer.js'
import type { BackendOptions } from '../options.js'
import { askPlatform } from '../platform.js'

const Named = v.optional(PayeeName)

/** Resolves with the name of a quote's receiver, if the platform has one. Rejects with 500 if its function fails. */
export const payeeFor = async (
  payeeOf: BackendOptions['payeeOf'],
  quote: Quote,
): Promise<string | undefined> => payeeOf && (await askPlatform('payeeOf', Named, () => payeeOf(quote)))

/**
 * Resolves with the answer, with the receiver's name as its `platformPayee` if it is a quote. Never rejects: what
 * became of a payment is worth more than a name. A failure goes to `report`.
 */
export async function withPayee(
  payeeOf: BackendOptions['payeeOf'],
  answer: UpstreamAnswer,
  report: (error: Error) => void,
): Promise<UpstreamAnswer> {
  const quote = parse(Quote, answer.value)
  if (payeeOf === undefined || answer.status !== 200 || !quote.ok) return answer
  try {
    const platformPayee = await payeeFor(payeeOf, quote.value)
    const value = { ...quote.value, platformPayee }
    return { ...answer, value, bytes: utf8(JSON.stringify(value)) }
  } catch (error) {
    report(error instanceof Error ? error : new Error('payeeOf failed.', { cause: error }))
    return answer
  }
}
