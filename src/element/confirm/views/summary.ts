/** The amount and the receiver of a payment that the user has already confirmed. @module */
import { type Quote, quoteDetails } from '../../../index.js'
import type { Child } from '../../dom.js'
import type { ConfirmModel } from '../model.js'
import { termsView } from '../terms.js'

/** Returns the summary, so that the user sees which payment is meant. `purpose` is what they authorize. */
export const summary = ({ panel, host }: ConfirmModel, quote: Quote, purpose?: string): readonly Child[] =>
  termsView(quoteDetails(quote), {
    say: panel.say,
    lang: panel.lang(),
    named: host.properties.receiver,
    purpose,
  })
