/** Pays the element's quote, and finds out what became of it. @module */
import { isWalletError, type Quote, quoteDetails } from '../../index.js'
import { problemOf, textFor } from '../problems.js'
import { reportProblem } from '../report-problem.js'
import { type ConfirmModel, nowOf, proofOf } from './model.js'
import { awaitsUser, isOutcome } from './screen.js'
import { essenceOf } from './terms.js'

/** Pays the quote. The user has agreed to its terms. */
export async function pay(model: ConfirmModel): Promise<void> {
  const { wallet, quote, panel, host } = model
  if (wallet === undefined || quote === undefined) return
  const proof = proofOf(model)
  model.isPaying = true
  model.problem = undefined
  model.agreed = essenceOf(quoteDetails(quote))
  panel.takeFocus()
  model.render()
  try {
    settle(model, await wallet.executeQuote(quote))
  } catch (error) {
    const failed = problemOf(error)
    if (quote === model.quote) {
      model.problem = failed
      model.problemProof = proof
    }
    if (failed.retryAfter !== undefined) model.blockedUntil = nowOf(model) + failed.retryAfter * 1000
    reportProblem(host, error, textFor(failed, 'payment'))
  } finally {
    model.isPaying = false
    model.agreed = undefined
    model.render()
    panel.takeFocus(false)
  }
}

/** Reads the quote again, to learn whether the payment was made. If the call fails, nothing new is known. */
export function check(model: ConfirmModel): void {
  const { wallet, quote } = model
  if (wallet === undefined || quote === undefined || model.isPaying) return
  model.isChecked = true
  model.reads += 1
  model.readAt = nowOf(model)
  const wasSettledElsewhere = model.isSettledElsewhere
  wallet
    .getQuote(quote.id)
    .then(
      (answered) => {
        // Another tab has learned the outcome since the read began, so that this answer may be older.
        const isStale = model.isSettledElsewhere && !wasSettledElsewhere
        if (isOutcome(answered) || !isStale) settle(model, answered)
      },
      (error: unknown) => {
        // Only the status could be read, which is enough to end the doubt.
        if (isWalletError(error) && 'quoteStatus' in error)
          settle(model, { ...quote, status: error.quoteStatus })
      },
    )
    .finally(() => {
      model.reads -= 1
      if (model.isSettledElsewhere && !wasSettledElsewhere) model.isChecked = false
      model.render()
    })
}

/**
 * Handles a quote that the service returned, even if the element shows another quote by then. An outcome is reported
 * once.
 */
export function settle(model: ConfirmModel, answered: Quote): void {
  if (answered.id === model.quote?.id) {
    // A look at the quote and another try may both find out.
    if (model.settled && isOutcome(model.settled)) return
    model.problem = undefined
    model.isSettledElsewhere = false
    if (answered.status !== 'PENDING') model.settled = answered
    if (answered.status === awaitsUser) stillWaits(model)
  }
  if (isOutcome(answered)) model.host.emit('wallet-payment', answered)
}

/** The service says that the payment waits. An answer that was lost has therefore not released it. */
function stillWaits({ authorization }: ConfirmModel): void {
  if (authorization?.problem?.error.code !== 'OUTCOME_UNKNOWN') return
  authorization.problem = undefined
  authorization.status = 'stillWaiting'
}
