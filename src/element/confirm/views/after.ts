/** The screens of a payment that was made, was not made, or is in doubt. @module */
import { type Quote, quoteDetails } from '../../../index.js'
import { button, disable, icon } from '../../dom.js'
import type { Messages } from '../../messages/messages.js'
import type { Built, View } from '../../panel.js'
import { moneyText } from '../../text.js'
import { watchOutcome } from '../authorize.js'
import { type ConfirmModel, factsOf } from '../model.js'
import { check, pay } from '../pay.js'
import { isSignedIn } from '../screen.js'
import { receiverOf } from '../terms.js'
import { receipt, summary, unpaid } from './summary.js'

export const outcomeView = (model: ConfirmModel, quote: Quote): View => ({
  key: `outcome ${quote.status}`,
  build: () => outcome(model, quote),
})

function outcome(model: ConfirmModel, quote: Quote): Built {
  const { panel, host } = model
  const { say } = panel
  if (quote.status === 'COMPLETED') {
    const details = quoteDetails(quote)
    const { name: receiver } = receiverOf(details, host.properties.receiver, say)
    const amount = moneyText(details.receives, panel.lang(), '\u00a0')
    return {
      picture: icon('done'),
      heading: say('paidHeading'),
      text: say('paid', { receiver, amount }),
      body: receipt(model, quote),
    }
  }
  if (quote.status !== 'FAILED' && quote.status !== 'EXPIRED')
    return { heading: say('onItsWayHeading'), text: say('onItsWay'), body: receipt(model, quote) }
  const again = (): void => host.emit('wallet-requote', model.quote)
  // A failed payment may have taken money that is still to be returned, so it is not offered again.
  const fresh =
    quote.status === 'EXPIRED' ? button(say('newQuote'), { look: 'primary', click: again }) : undefined
  return {
    heading: say('notPaidHeading'),
    text: say('notPaid'),
    body: [...unpaid(model, quote), fresh],
  }
}

export const doubtView = (model: ConfirmModel, quote: Quote): View => ({
  key: 'doubt',
  build: () => {
    const { say } = model.panel
    // Without a session, the quote cannot be executed, but it can be read.
    const again = (): void => (isSignedIn(factsOf(model)) ? void pay(model) : check(model))
    return {
      heading: say('doubtHeading'),
      text: say('doubt'),
      body: [...summary(model, quote), button(say('tryAgain'), { look: 'primary', click: again })],
    }
  },
})

/** The screen of a payment whose authorization may have been accepted. It is read until the outcome is known. */
export const answeredView = (model: ConfirmModel, quote: Quote): View =>
  readingView(model, quote, { key: 'answered', heading: 'doubtHeading', text: 'authorizeDoubt' })

/** The screen of a payment that the user has not authorized in time. It is read until the service has ended it. */
export const lateView = (model: ConfirmModel, quote: Quote): View =>
  readingView(model, quote, { key: 'late', heading: 'authorizeLateHeading', text: 'authorizeLate' })

const readingView = (
  model: ConfirmModel,
  quote: Quote,
  { key, heading, text }: { key: string; heading: keyof Messages; text: keyof Messages },
): View => ({
  key,
  build: () => {
    const { say } = model.panel
    const again = button(say('checkAgain'), { look: 'primary', click: () => check(model) })
    return {
      heading: say(heading),
      text: say(text),
      body: [...summary(model, quote), again],
      update() {
        watchOutcome(model)
        disable(again, model.reads > 0)
      },
    }
  },
})
