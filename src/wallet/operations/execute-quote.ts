/**
 * Executes a quote, which already contains the payload to stamp (wire-facts 5.3), and finds out the outcome if the
 * answer was lost.
 * @module
 */

import { ServiceError, SessionError, TransportError } from '../../errors.js'
import type { CallOptions } from '../../signals.js'
import { pageHeaderNames, paymentProofHeader } from '../../wire/headers.js'
import { parseAnswer } from '../../wire/parse-answer.js'
import type { QuoteOutcome } from '../../wire/quote-outcome.js'
import { executeQuoteRoute, Quote } from '../../wire/quotes.js'
import type { Context } from '../flows/context.js'
import {
  afterLoss,
  awaitsPerson,
  committed,
  executionOf,
  isSettled,
  isUnknown,
  learn,
  outcomes,
  type QuoteContext,
  readAgain,
  wholeQuote,
  withOutcome,
} from '../flows/unsettled.js'
import type { Asking, Question } from '../guards/confirm.js'
import { dropSend, sending } from '../record/execution-commits.js'
import type { Execution } from '../record/record.js'
import type { PasskeyDialog, Stamped } from './codes.js'
import type { Operation } from './operation.js'
import { type PaymentProver, proofRequestIn } from './payment-proof.js'
import { type QuoteDetails, quoteDetails } from './quote-details.js'

/** The wallet's method. */
export interface ExecuteQuote {
  /**
   * Executes a quote of this wallet. Pass the quote that the platform got from `POST /quotes`. Resolves with the quote
   * as the service returns it. Check its `status`: `EXPIRED` means that the quote was not executed. `FAILED` may mean
   * that the money was taken and is being refunded, and a bank may still return a `COMPLETED` payment.
   *
   * If the answer is lost, this rejects with `OUTCOME_UNKNOWN`, and `getState().unsettled` lists the quote until the
   * outcome is known. You can execute the quote again, even past its expiry: it is sent with the same idempotency key,
   * so it is not paid twice. Unless `storage` is `memory`, this also works after a reload and in another tab. A quote
   * whose outcome is already known is read, not executed. A quote that is past its `expiresAt` is also read, not
   * executed, unless this browser's record shows that it was sent: another device may have paid it. If the status of
   * such an expired quote is `PENDING` or `EXPIRED`, this rejects with `CHALLENGE_EXPIRED`. Rejects with a `TypeError`
   * for a quote of another account.
   *
   * `PENDING_AUTHORIZATION` is neither paid nor refused: the service waits for the person (wire-facts 12). The quote
   * stays in `getState().unsettled`, whose `waitsFor` says which answer `authorizeQuote` needs. Executing such a quote
   * again only reads it.
   *
   * @example
   * const { status } = await wallet.executeQuote(quote)
   */
  executeQuote(quote: Quote, options?: CallOptions): Promise<Quote>
}

type PaymentQuestion = Question<'executeQuote', QuoteDetails>

export const executeQuoteOperation: Operation<PaymentQuestion, Stamped | PasskeyDialog, ExecuteQuote> = {
  activities: /^SIGN_\w+$/,
}

const advice = 'execute the quote again, which cannot pay twice, or read it with getQuote().'
const singleUse = { ifLost: advice }

/** How long the user has to confirm before a quote is sent again, in milliseconds. */
const doubtPatience = 5 * 60_000

/** A quote with the text to stamp. */
type PayableQuote = Quote & { readonly payloadToSign: string }

type PaymentContext = QuoteContext &
  Pick<Context, 'guard' | 'stamp' | 'accountId'> &
  Asking<PaymentQuestion> & {
    /** Makes the proofs that the platform backend asks for. */
    readonly prover: PaymentProver
  }

/**
 * Stamps and executes a quote, and resolves with the quote as the service returns it. Every send has the same
 * idempotency key, which is committed to the record before the first send. A quote whose outcome is known is read, not
 * sent, and so is a quote that waits for the person.
 *
 * @throws TypeError for anything but a quote of this embedded wallet; SessionError `PAYLOAD_REFUSED` for a quote whose
 * payload is for something else, or whose terms the backend reads differently, and `CHALLENGE_EXPIRED` for a quote that
 * is past its `expiresAt`, was never sent from here and is not paid; CeremonyError if the person did not make the proof
 * that the backend asks for; ServiceError for a definite refusal; TransportError `OUTCOME_UNKNOWN` while the quote may
 * have been paid, with the reason as its `cause`
 */
export async function executeQuote(
  context: PaymentContext,
  quote: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const parsed = readQuote(quote)
  const { payloadToSign, source } = parsed
  if (source.accountId !== undefined && source.accountId !== context.accountId)
    throw new TypeError('The quote is paid from another account than `accountId`.')
  const waiting = await readIfWaiting(context, parsed, signal)
  if (waiting !== undefined) return waiting
  await context.guard.check(payloadToSign, { operation: executeQuoteRoute.operation })
  if (context.confirm) {
    const question = { operation: 'executeQuote', details: quoteDetails(parsed) } as const
    const until = await confirmableUntil(context, parsed)
    if (until !== undefined) await context.confirm(question, signal)(until)
  }
  const proof = await context.prover.again(parsed, signal)
  return send(context, parsed, { idempotencyKey: crypto.randomUUID(), proof }, signal)
}

/** What a send carries besides the stamp. */
interface Sending {
  /** Used unless the record already has a key for this quote. */
  readonly idempotencyKey: string
  readonly proof: string | undefined
}

/** Sends the execution. If the platform backend asks for a proof, gets it from the person and sends again. */
async function send(
  context: PaymentContext,
  quote: PayableQuote,
  given: Sending,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const { transport, guard, stamp } = context
  const { id, payloadToSign, expiresAt } = quote
  const now = transport.now()
  const fresh = { quoteId: id, since: new Date(now).toISOString(), idempotencyKey: given.idempotencyKey }
  const record = await committed(context, sending(fresh, Date.parse(expiresAt) <= now))
  if (isSettled(record, id)) return readAgain(context, quote, signal)
  const execution = executionOf(record, id)
  if (execution === undefined) {
    // Another device may have paid the quote, or this device may have paid it before its record was lost.
    const found = await readAgain(context, quote, signal)
    if (found.status === 'PENDING' || found.status === 'EXPIRED')
      throw new SessionError('CHALLENGE_EXPIRED', 'The quote has expired. This call did not execute it.')
    return found
  }

  let answered: QuoteOutcome
  try {
    answered = await transport.ask(withOutcome(executeQuoteRoute, quote), {
      params: { quoteId: id },
      headers: {
        [pageHeaderNames.walletSignature]: await stamp(payloadToSign),
        [pageHeaderNames.idempotencyKey]: execution.idempotencyKey,
        ...(given.proof !== undefined && { [paymentProofHeader]: given.proof }),
      },
      singleUse,
      signal,
    })
  } catch (error) {
    const request = given.proof === undefined ? proofRequestIn(error) : undefined
    if (request !== undefined) {
      // The backend has not forwarded this call, so it does not count as a send.
      await committed(context, dropSend(id, execution.idempotencyKey))
      const proof = await context.prover.prove(request, quote, signal)
      return send(context, quote, { ...given, proof }, signal)
    }
    if (isUnknown(error)) return afterLoss(context, { id, known: quote }, error, signal)
    return afterRefusal(context, quote, execution, error, signal)
  }
  if (answered.id !== id)
    throw new TransportError(
      'OUTCOME_UNKNOWN',
      `The answer is about another quote. The quote that was sent may have been paid: ${advice}`,
    )
  const found = await readIfRepeated(context, quote, answered, signal)
  if (found === undefined) await learn(context, answered)
  await guard.keep(payloadToSign)
  return found ?? wholeQuote(answered)
}

/**
 * Reads a quote that, according to the record, waits for the person: the service refuses to execute it twice. Returns
 * `undefined` if the quote has to be sent.
 */
async function readIfWaiting(
  context: PaymentContext,
  quote: Quote,
  signal: AbortSignal | undefined,
): Promise<Quote | undefined> {
  if (executionOf(context.journal.known(), quote.id)?.waitsFor === undefined) return undefined
  const found = await readAgain(context, quote, signal)
  // Sending such a quote again cannot pay twice, because the key is the same.
  return found.status === 'PENDING' ? undefined : found
}

/**
 * Reads a quote that waits for the person according to the answer to its execution, unless that was the only send. The
 * service repeats its first answer to a key, and the challenge in it may have been answered since. Returns `undefined`
 * if the answer can be used as it is.
 */
async function readIfRepeated(
  context: PaymentContext,
  quote: Quote,
  { status }: QuoteOutcome,
  signal: AbortSignal | undefined,
): Promise<Quote | undefined> {
  if (status !== awaitsPerson) return undefined
  const record = await context.journal.read()
  if (executionOf(record, quote.id)?.unanswered === 1) return undefined
  return readAgain(context, quote, signal).catch(() => undefined)
}

/**
 * The time until which the user may confirm a quote: milliseconds since 1970, server time. Normally this is the expiry
 * of the quote. A quote whose outcome is unknown is sent again even after its expiry, so the user then has at least
 * five minutes. `undefined` if the quote will not be sent.
 */
async function confirmableUntil(
  { journal, transport }: PaymentContext,
  { id, expiresAt }: Quote,
): Promise<number | undefined> {
  const record = await journal.read()
  const isDoubtful = executionOf(record, id) !== undefined
  const now = transport.now()
  const until = Math.max(Date.parse(expiresAt), isDoubtful ? now + doubtPatience : 0)
  return isSettled(record, id) || until <= now ? undefined : until
}

/**
 * Handles a send that had no effect. The refusal is definite if no other send can have taken effect. A 409 alone is
 * never definite, because a quote that has already been executed is answered with 409 too.
 */
async function afterRefusal(
  context: PaymentContext,
  quote: Quote,
  { quoteId, idempotencyKey }: Execution,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const isDoubtful = async (): Promise<boolean> => {
    const record = await committed(context, dropSend(quoteId, idempotencyKey))
    return isSettled(record, quoteId) || executionOf(record, quoteId) !== undefined
  }
  const isConflict = error instanceof ServiceError && error.status === 409
  if (!isConflict && !(await isDoubtful())) throw error
  // Any other error means that the caller aborted the call or the session ended, not that the quote was refused.
  if (!(error instanceof ServiceError || error instanceof TransportError)) throw error
  const found = await readAgain(context, quote, signal).catch(() => undefined)
  if (found && (outcomes.has(found.status) || found.status === awaitsPerson)) return found
  if (isConflict && found && !(await isDoubtful())) throw error
  throw new TransportError(
    'OUTCOME_UNKNOWN',
    `This call had no effect, but an earlier one may have paid the quote: ${advice}`,
    { cause: error },
  )
}

/** Parses a quote with its payload, at top level or in a payment instruction. Two different payloads are refused. */
function readQuote(input: unknown): PayableQuote {
  const parsed = parseAnswer(Quote, input)
  if (!parsed.ok) {
    const fields = parsed.issues.map(({ path }) => path).join(', ')
    throw new TypeError(`executeQuote() needs a quote from POST /quotes. Missing or malformed: ${fields}.`)
  }
  const quote = parsed.value
  const instructions = quote.paymentInstructions ?? []
  const payloads = new Set(
    [
      quote.payloadToSign,
      ...instructions
        .filter(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'EMBEDDED_WALLET')
        .map(({ accountOrWalletInfo }) => accountOrWalletInfo.payloadToSign),
    ].filter((payload) => payload !== undefined),
  )
  const [payloadToSign, second] = payloads
  if (payloadToSign === undefined)
    throw new TypeError('The quote has no payloadToSign, because its source is not an embedded wallet.')
  if (second !== undefined) throw new TypeError('The quote has two different values of payloadToSign.')
  return { ...quote, payloadToSign }
}
