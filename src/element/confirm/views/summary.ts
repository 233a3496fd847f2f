/** What a payment was about, after the user has confirmed it. @module */
import { type Quote, quoteDetails } from '../../../index.js'
import { type Child, el } from '../../dom.js'
import { dateText, verbatim } from '../../text.js'
import type { ConfirmModel } from '../model.js'
import { costRows, row, type TermsWords, termsView } from '../terms.js'

const wordsOf = ({ panel, host }: ConfirmModel): TermsWords => ({
  say: panel.say,
  lang: panel.lang(),
  named: host.properties.receiver,
})

/**
 * Returns the amount and the receiver, so that the user sees which payment is meant. `purpose` is what they authorize.
 */
export function summary(model: ConfirmModel, quote: Quote, purpose?: string): readonly Child[] {
  const words = wordsOf(model)
  const rows = purpose === undefined ? [] : [row(words.say('authorizeWhat'), purpose)]
  return termsView(quoteDetails(quote), words, { label: 'youSend', rows })
}

/** Returns the receipt of a payment. It is made from the quote alone, so that it is the same after a reload. */
export function receipt(model: ConfirmModel, quote: Quote): readonly Child[] {
  const words = wordsOf(model)
  const details = quoteDetails(quote)
  const rows = [...costRows(details, words), ...traceRows(quote, words)]
  return termsView(details, words, { label: 'youPaid', rows })
}

/** Returns what tells which payment was not made, also to those who are asked about it. */
export function unpaid(model: ConfirmModel, quote: Quote): readonly Child[] {
  const words = wordsOf(model)
  return termsView(quoteDetails(quote), words, { label: 'purposeOther', rows: traceRows(quote, words) })
}

/** Returns the rows with when a payment was, and under which reference. */
function traceRows({ createdAt, transactionId }: Quote, { say, lang }: TermsWords): readonly Child[] {
  const id = transactionId.slice(transactionId.indexOf(':') + 1)
  return [
    row(say('date'), verbatim(dateText(createdAt, lang))),
    row(say('reference'), el('span', { class: 'mono', part: 'reference' }, verbatim(id))),
  ]
}
