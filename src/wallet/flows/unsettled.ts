/**
 * Reads quotes, and keeps in the record what answers say about a payment: its outcome, or what it waits for.
 * @module
 */
import { TransportError } from '../../errors.js'
import { type QuoteOutcome, quoteOutcome } from '../../wire/quote-outcome.js'
import { getQuoteRoute, type Quote } from '../../wire/quotes.js'
import type { ScaChallenge } from '../../wire/sca-challenge.js'
import { fieldsOf, type Schema } from '../../wire/schema.js'
import { isForPasskey } from '../credentials/assertion-options.js'
import { loadCeremonies } from '../credentials/passkey.js'
import type { AwaitedAuthorization } from '../machine/machine.js'
import { settling, waiting } from '../record/execution-commits.js'
import type { AccountRecord, Commit, Execution } from '../record/record.js'
import type { Context } from './context.js'

/** Statuses that tell the outcome. A pending quote may still be paid by a call whose answer was lost. */
export const outcomes: ReadonlySet<string> = new Set(['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'])

/** The status of a quote that was executed, and that the service pays once the person has authorized it. */
export const awaitsPerson = 'PENDING_AUTHORIZATION'

/** What a call on a quote needs. */
export type QuoteContext = Pick<Context, 'transport' | 'journal' | 'clock'> & {
  /** Shows the record's unsettled payments in the state. */
  readonly remember: (record: AccountRecord) => void
  /**
   * The challenges of quotes that wait, by quote, as this page heard of them last. They are not in the record, because
   * the service says them whenever it is asked.
   */
  readonly challenges: Map<string, ScaChallenge>
}

/** A quote to read, and if the caller has it, the quote itself: fields that cannot be read are taken from it. */
interface QuoteToRead {
  readonly id: string
  readonly known?: Quote
}

/**
 * Reads a quote. Its status may tell the outcome of an unsettled payment, or that it waits for the person.
 *
 * @throws the errors of the transport; `MALFORMED_ANSWER` for an answer about another quote, or with `quoteStatus` for
 * an answer of which only the status can be read
 */
export const getQuote = (
  context: QuoteContext,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<Quote> => readQuoteBy(context, { id: quoteId }, signal)

/** Reads a quote that the caller already has. */
export const readAgain = (
  context: QuoteContext,
  known: Quote,
  signal: AbortSignal | undefined,
): Promise<Quote> => readQuoteBy(context, { id: known.id, known }, signal)

async function readQuoteBy(
  context: QuoteContext,
  { id, known }: QuoteToRead,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const found = await context.transport.ask(withOutcome(getQuoteRoute, known), {
    params: { quoteId: id },
    signal,
  })
  if (found.id !== id)
    throw new TransportError('MALFORMED_ANSWER', 'The answer to getQuote is about another quote.')
  await learn(context, found)
  return wholeQuote(found)
}

/** The route with an answer of which only the id and the status have to be readable. */
export const withOutcome = <R extends object>(
  route: R,
  known?: Quote,
): Omit<R, 'answer'> & { readonly answer: Schema<QuoteOutcome> } => ({
  ...route,
  answer: quoteOutcome(known),
})

/** Returns the quote of an answer. Throws `MALFORMED_ANSWER`, with the status, if a required field is unreadable. */
export function wholeQuote({ status, quote }: QuoteOutcome): Quote {
  if ('id' in quote) return quote
  const message = `The quote is ${status}. The rest of the answer is malformed: ${fieldsOf(quote)}.`
  throw Object.assign(new TransportError('MALFORMED_ANSWER', message), { quoteStatus: status })
}

/** Records what an answer says about a quote: that it is settled, that it waits for the person, or that it does not. */
export async function learn(context: QuoteContext, { id, status, quote }: QuoteOutcome): Promise<void> {
  const { challenges, clock, journal } = context
  const challenge = status === awaitsPerson && 'id' in quote ? quote.scaChallenge : undefined
  // The next click then opens the dialog without waiting for a part of the library.
  if (challenge && isForPasskey(challenge)) loadCeremonies(clock).catch(() => {})
  if (challenge) challenges.set(id, challenge)
  else if (status !== awaitsPerson) challenges.delete(id)
  const commit = async (change: Commit): Promise<void> => {
    // If this cannot be stored, the caller still gets the answer, and the next read of the quote stores it.
    await committed(context, change).catch(() => {})
  }
  if (outcomes.has(status)) return commit(settling(id))
  if (challenge) return commit(waiting(id, awaitedIn(challenge)))
  const wasWaiting = executionOf(journal.known(), id)?.waitsFor !== undefined
  if (wasWaiting && status !== awaitsPerson) return commit(waiting(id, undefined))
}

/** What a challenge asks of the person, as the record and the state have it. */
export const awaitedIn = ({
  factor,
  availableFactors,
  expiresAt,
  purpose,
}: ScaChallenge): AwaitedAuthorization => ({
  factor,
  availableFactors,
  expiresAt,
  ...(purpose && { purpose }),
})

/** Handles a lost answer. Another tab, or another call in this tab, may have learned the outcome in the meantime. */
export async function afterLoss(
  context: QuoteContext,
  quote: QuoteToRead,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const record = await context.journal.read()
  context.remember(record)
  if (!isSettled(record, quote.id)) throw error
  return readQuoteBy(context, quote, signal).catch(() => {
    throw error
  })
}

/** Commits a change and updates the state. Resolves with the record, unchanged if the change does not apply. */
export async function committed({ journal, remember }: QuoteContext, change: Commit): Promise<AccountRecord> {
  const record = (await journal.commit(change))?.after ?? (await journal.read())
  remember(record)
  return record
}

/** The entry of a payment whose outcome is not known. */
export const executionOf = ({ unsettled }: AccountRecord, id: string): Execution | undefined =>
  unsettled?.find(({ quoteId }) => quoteId === id)

/** Whether the outcome of a payment is known. */
export const isSettled = ({ settled }: AccountRecord, id: string): boolean => settled?.includes(id) ?? false

/**
 * Whether the outcome of a single-use call is unknown after this error. This includes a redirect, because a proxy may
 * redirect to an error page after the call has reached the service.
 */
export const isUnknown = (error: unknown): boolean =>
  error instanceof TransportError && (error.code === 'OUTCOME_UNKNOWN' || error.code === 'REDIRECTED')
