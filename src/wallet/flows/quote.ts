/**
 * Executing a quote, which is its own challenge (wire-facts 5.3), and finding out what became of one whose answer was lost. Long
 * because what was sent, refused or lost is told apart in one place.
 *
 * @module
 */
import { SessionError, TransportError } from '../../errors.js'
import { ServiceError } from '../../flow-errors.js'
import { executeQuoteRoute, getQuoteRoute, Quote } from '../../wire/quotes.js'
import { parse } from '../../wire/schema.js'
import { refused, sending, settling } from '../record/execution-commits.js'
import type { AccountRecord, Commit, Execution } from '../record/record.js'
import { quoteDetails } from './confirm.js'
import type { Context } from './context.js'

const advice = 'execute it again, which cannot pay twice, or read it with getQuote().'
const singleUse = { ifLost: advice }

/** Milliseconds for which the person may be asked whether to send a quote again. */
const doubtPatience = 5 * 60_000

/** Statuses that say what an execution came to. A pending quote may be about to be paid by a call that was lost. */
const outcomes: ReadonlySet<string> = new Set(['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'])

type QuoteContext = Pick<
  Context,
  'transport' | 'headerNames' | 'guard' | 'stamp' | 'accountId' | 'journal' | 'confirm'
> & {
  /** Shows what the record says. */
  readonly remember: (record: AccountRecord) => void
}

/**
 * Stamps and executes a quote, and resolves with the quote as the service has it. Every send has the idempotency key that the
 * record holds for the quote, committed before the first one goes out. A quote whose outcome is known is read.
 *
 * @throws TypeError for what is not a quote of this embedded wallet; SessionError `PAYLOAD_REFUSED` for one whose payload is
 * for something else, `CHALLENGE_EXPIRED` for one that was never sent and is past its `expiresAt`; ServiceError for a definite refusal; TransportError `OUTCOME_UNKNOWN` while it may have
 * been paid, with what kept it from finding out as its `cause`
 */
export async function executeQuote(
  context: QuoteContext,
  quote: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const { transport, headerNames, guard, stamp } = context
  const parsed = readQuote(quote)
  const { id, payloadToSign, expiresAt, source } = parsed
  if (source.accountId !== undefined && source.accountId !== context.accountId)
    throw new TypeError('The quote pays from another account than this wallet.')
  await guard.check(payloadToSign, { operation: executeQuoteRoute.operation })
  if (context.confirm) {
    const question = { operation: 'executeQuote', details: quoteDetails(parsed) } as const
    const until = await confirmableUntil(context, parsed)
    if (until !== undefined) await context.confirm(question, signal)(until)
  }
  const now = transport.now()
  const fresh = { quoteId: id, since: new Date(now).toISOString(), idempotencyKey: crypto.randomUUID() }
  const record = await committed(context, sending(fresh, Date.parse(expiresAt) <= now))
  if (isSettled(record, id)) return getQuote(context, id, signal)
  const execution = executionOf(record, id)
  if (execution === undefined)
    throw new SessionError('CHALLENGE_EXPIRED', 'The quote has expired, and was not sent: ask for another.')

  let answered: Quote
  try {
    answered = await transport.ask(executeQuoteRoute, {
      params: { quoteId: id },
      headers: {
        [headerNames.walletSignature]: await stamp(payloadToSign),
        [headerNames.idempotencyKey]: execution.idempotencyKey,
      },
      singleUse,
      signal,
    })
  } catch (error) {
    if (isUnknown(error)) return afterLoss(context, id, error, signal)
    return afterRefusal(context, execution, error, signal)
  }
  if (answered.id !== id)
    throw new TransportError(
      'OUTCOME_UNKNOWN',
      `The answer is about another quote. It may have been paid: ${advice}`,
    )
  await learn(context, answered)
  await guard.keep(payloadToSign)
  return answered
}

/**
 * Until when the person may be asked about a quote: until it expires, and for five minutes where it is in doubt, since it is
 * sent again after its expiry, too. `undefined` for one that will not be sent.
 */
async function confirmableUntil(
  { journal, transport }: QuoteContext,
  { id, expiresAt }: Quote,
): Promise<number | undefined> {
  const record = await journal.read()
  const isDoubtful = executionOf(record, id) !== undefined
  const now = transport.now()
  const until = Math.max(Date.parse(expiresAt), isDoubtful ? now + doubtPatience : 0)
  return isSettled(record, id) || until <= now ? undefined : until
}

/**
 * Reads a quote. What it shows may settle a payment in doubt.
 *
 * @throws what the transport throws; `MALFORMED_ANSWER` for an answer about another quote
 */
export async function getQuote(
  context: QuoteContext,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const quote = await context.transport.ask(getQuoteRoute, { params: { quoteId }, signal })
  if (quote.id !== quoteId)
    throw new TransportError('MALFORMED_ANSWER', 'The answer to getQuote is about another quote.')
  await learn(context, quote)
  return quote
}

/** Takes a quote whose outcome shows out of doubt. */
async function learn(context: QuoteContext, { id, status }: Quote): Promise<void> {
  // What the service says is told even where it cannot be stored: the entry is then settled by the next read.
  if (outcomes.has(status)) await committed(context, settling(id)).catch(() => {})
}

/** The answer is lost. Another tab, or another call of this one, may have learned the outcome meanwhile. */
async function afterLoss(
  context: QuoteContext,
  quoteId: string,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const record = await context.journal.read()
  context.remember(record)
  if (!isSettled(record, quoteId)) throw error
  return getQuote(context, quoteId, signal).catch(() => {
    throw error
  })
}

/**
 * This send did nothing. The refusal is definite if no other one may have done something; 409 never is by itself, since it
 * is also the answer for a quote that has been executed.
 */
async function afterRefusal(
  context: QuoteContext,
  { quoteId, idempotencyKey }: Execution,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const isDoubtful = async (): Promise<boolean> => {
    const record = await committed(context, refused(quoteId, idempotencyKey))
    return isSettled(record, quoteId) || executionOf(record, quoteId) !== undefined
  }
  const isConflict = error instanceof ServiceError && error.status === 409
  if (!isConflict && !(await isDoubtful())) throw error
  // The caller's own abort, and a session that has ended, say nothing about the payment.
  if (!(error instanceof ServiceError || error instanceof TransportError)) throw error
  const found = await getQuote(context, quoteId, signal).catch(() => undefined)
  if (found && outcomes.has(found.status)) return found
  if (isConflict && found && !(await isDoubtful())) throw error
  throw new TransportError(
    'OUTCOME_UNKNOWN',
    `This call did nothing, but an earlier one may have paid the quote: ${advice}`,
    { cause: error },
  )
}

/** The record after a commit, or as it is where the commit was refused; the state shows it. */
async function committed({ journal, remember }: QuoteContext, change: Commit): Promise<AccountRecord> {
  const record = (await journal.commit(change)) ?? (await journal.read())
  remember(record)
  return record
}

const executionOf = ({ unsettled }: AccountRecord, id: string): Execution | undefined =>
  unsettled?.find(({ quoteId }) => quoteId === id)

const isSettled = ({ settled }: AccountRecord, id: string): boolean => settled?.includes(id) ?? false

/** A redirect may also be a proxy's way to show an error, after the service has been reached. */
const isUnknown = (error: unknown): boolean =>
  error instanceof TransportError && (error.code === 'OUTCOME_UNKNOWN' || error.code === 'REDIRECTED')

/** The quote with its payload, which the interface puts at top level and older answers put in a payment instruction. */
function readQuote(input: unknown): Quote & { readonly payloadToSign: string } {
  const parsed = parse(Quote, input)
  if (!parsed.ok) {
    const fields = parsed.issues.map(({ path }) => path).join(', ')
    throw new TypeError(`executeQuote() needs a quote from POST /quotes. Missing or wrong: ${fields}.`)
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
    throw new TypeError('The quote has no payloadToSign: its source is not an embedded wallet.')
  if (second !== undefined) throw new TypeError('The quote has two different values of payloadToSign.')
  return { ...quote, payloadToSign }
}
