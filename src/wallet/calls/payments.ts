/** The calls that execute a quote, release it, and find out what became of it. @module */
import { type CallOptions, withAnySignal } from '../../signals.js'
import type { Quote } from '../../wire/quotes.js'
import type { ScaChallenge } from '../../wire/sca-challenge.js'
import type { Wallet } from '../api.js'
import type { WalletCore } from '../core.js'
import { authorizeQuote, resendQuoteCode } from '../flows/authorize-quote.js'
import type { Context } from '../flows/context.js'
import { getQuote } from '../flows/unsettled.js'
import type { Asking } from '../guards/confirm.js'
import { executeQuote } from '../operations/execute-quote.js'
import type { ConfirmationQuestion } from '../operations/operations.js'
import { createPaymentProver } from '../operations/payment-proof.js'
import { readId } from '../options.js'
import type { InSession } from './in-session.js'

/** The calls on quotes, with the types of the public interface. */
export type PaymentCalls = Pick<Wallet, 'executeQuote' | 'authorizeQuote' | 'resendQuoteCode' | 'getQuote'>

/** Creates the calls of one wallet. */
export function createPaymentCalls(
  { ready, disposed, remember }: WalletCore,
  context: Context & Asking<ConfirmationQuestion>,
  inSession: InSession,
): PaymentCalls {
  const quoteContext = {
    ...context,
    remember,
    prover: createPaymentProver(context),
    challenges: new Map<string, ScaChallenge>(),
  }

  /** Runs a call on a payment that was executed already. It needs no session, because it stamps nothing. */
  const onQuote = async <T>(
    quoteId: string,
    { signal }: CallOptions,
    work: (quoteId: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    await ready
    return withAnySignal(signal, disposed, (either) => work(quoteId, either))
  }

  return {
    executeQuote: (quote, options = {}) =>
      inSession.run(options, (_, signal) => executeQuote(quoteContext, quote, signal)),
    authorizeQuote: async (quote, { code, ...options } = {}) =>
      onQuote(quoteIdOf(quote), options, (id, signal) => authorizeQuote(quoteContext, id, code, signal)),
    resendQuoteCode: async (quote, options = {}) =>
      onQuote(quoteIdOf(quote), options, (id, signal) => resendQuoteCode(quoteContext, id, signal)),
    getQuote: async (given, options = {}) =>
      onQuote(readId('Quote', given), options, (id, signal) => getQuote(quoteContext, id, signal)),
  }
}

/** The id of a quote that is given as a whole, or by its id. */
const quoteIdOf = (given: Quote | string): string =>
  readId('Quote', typeof given === 'string' ? given : Object(given).id, 'quote')
