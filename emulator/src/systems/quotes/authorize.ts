/** Releases a payment with the person's proof, `POST /quotes/{quoteId}/authorize` (wire-facts 12 [current]). @module */
import type { AuthorizeQuoteBody, Quote } from 'embedded-wallet-auth/wire'
import { ApiError, conflict } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { customerById } from '../../handler/find-records.js'
import {
  beginChallenge,
  failAuthorization,
  textCode,
  waitingAuthorization,
  withoutChallenge,
} from './challenges.js'
import { factors } from './factors.js'
import { requireUnlocked, scaOf, standingOf, wrongProof } from './sca.js'
import { currentQuote, startQuote } from './settle.js'

/**
 * Checks the proof, and resolves with the quote: with its next challenge, or paid. Rejects with 404 for an unknown
 * quote, with 409 if there is nothing to authorize or the customer has no session for it, with 400 for a wrong proof,
 * and with 423 after too many.
 */
export async function authorizeQuote(context: Context, id: string, body: AuthorizeQuoteBody): Promise<Quote> {
  const asked = waitingAuthorization(context, id)
  const { customerId, challenge } = asked
  const options = scaOf(context, customerById(context, customerId)) ?? {}
  if (options.session === 'missing') {
    const message = 'The customer has no session in which a payment may be authorized.'
    throw new ApiError(409, 'SCA_SESSION_REQUIRED', message)
  }
  const factor = factors[challenge.factor]
  const accept = await factor.prove(context, asked, body)

  // Another call may have answered the challenge, or locked the customer, while the proof was being checked.
  const current = waitingAuthorization(context, id)
  if (current.challenge.id !== challenge.id) throw conflict('The challenge was answered by another call.')
  requireUnlocked(context, customerId)
  if (!accept?.()) throw wrongProof(context, customerId, factor.refusal)
  context.state.scaStandings.set(customerId, { ...standingOf(context, customerId), wrongTries: 0 })

  const quote = withoutChallenge(currentQuote(context, id))
  if (current.next.length === 0) return release(context, quote)
  const next = beginChallenge(context, quote, { customerId, options }, current.next)
  await textCode(context, id)
  return next
}

/** Moves the money, once. If it can no longer be moved, the payment fails [our choice]. */
function release(context: Context, quote: Quote): Quote {
  context.state.authorizations.delete(quote.id)
  try {
    startQuote(context, quote)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    failAuthorization(context, quote.id, 'QUOTE_EXECUTION_FAILED', context.clock.now())
  }
  return currentQuote(context, quote.id)
}
