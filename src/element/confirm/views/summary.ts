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
  const { say, lang } = words
  const details = quoteDetails(quote)
  const id = quote.transactionId.slice(quote.transactionId.indexOf(':') + 1)
  const rows = [
    ...costRows(details, words),
    row(say('date'), verbatim(dateText(quote.createdAt, lang))),
    row(say('reference'), el('span', { class: 'mono', part: 'reference' }, verbatim(id))),
  ]
  return termsView(details, words, { label: 'youPaid', rows })
}
