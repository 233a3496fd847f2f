/** Pays the element's quote, and finds out what became of it. @module */
import { isWalletError, type Quote, quoteDetails } from '../../index.js'
import { problemOf, textFor } from '../problems.js'
import { type ConfirmModel, nowOf } from './model.js'
import { essenceOf } from './terms.js'

/** Pays the quote. The user has agreed to its terms. */
export async function pay(model: ConfirmModel): Promise<void> {
  const { wallet, quote, panel, host } = model
  if (wallet === undefined || quote === undefined) return
  model.isPaying = true
  model.problem = undefined
  model.agreed = essenceOf(quoteDetails(quote))
  panel.takeFocus()
  model.render()
  try {
    settle(model, await wallet.executeQuote(quote))
  } catch (error) {
    const failed = problemOf(error)
    if (quote === model.quote) model.problem = failed
    if (failed.retryAfter !== undefined) model.blockedUntil = nowOf(model) + failed.retryAfter * 1000
    if (textFor(failed, 'payment') !== undefined) host.emit('wallet-problem', error)
  } finally {
    model.isPaying = false
    model.agreed = undefined
    model.render()
    panel.takeFocus(false)
  }
}

/** Reads the quote again, to learn whether the payment was made. If the call fails, the payment stays in doubt. */
export function check(model: ConfirmModel): void {
  const { wallet, quote } = model
  if (wallet === undefined || quote === undefined || model.isPaying) return
  model.isChecked = true
  wallet
    .getQuote(quote.id)
    .then(
      (answered) => settle(model, answered),
      (error: unknown) => {
        // Only the status could be read, which is enough to end the doubt.
        if (isWalletError(error) && 'quoteStatus' in error)
          settle(model, { ...quote, status: error.quoteStatus })
      },
    )
    .finally(model.render)
}

/** Handles a quote that the service returned, even if the element shows another quote by then. */
function settle(model: ConfirmModel, answered: Quote): void {
  const isOpen = answered.status === 'PENDING'
  if (answered.id === model.quote?.id) {
    // A look at the quote and another try may both find out.
    if (model.settled !== undefined) return
    model.problem = undefined
    if (!isOpen) model.settled = answered
  }
  if (!isOpen) model.host.emit('wallet-payment', answered)
}
