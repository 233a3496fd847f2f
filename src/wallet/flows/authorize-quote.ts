/**
 * Releases a payment that waits for the person: the service's own strong customer authentication (wire-facts 12).
 * @module
 */
import { CeremonyError, ServiceError, SessionError, TransportError } from '../../errors.js'
import { jsonOf } from '../../wire/json.js'
import { plainCode } from '../../wire/plain-code.js'
import {
  type AuthorizeQuoteBody,
  authorizeQuoteRoute,
  resendQuoteCodeRoute,
} from '../../wire/quote-authorization.js'
import type { QuoteOutcome } from '../../wire/quote-outcome.js'
import type { Quote } from '../../wire/quotes.js'
import type { ScaChallenge } from '../../wire/sca-challenge.js'
import { fieldsOf, parse } from '../../wire/schema.js'
import { AssertionOptions, isForPasskey } from '../credentials/assertion-options.js'
import { ceremonies, loadCeremonies } from '../credentials/passkey.js'
import { dropSend, sending } from '../record/execution-commits.js'
import type { AccountRecord, Execution } from '../record/record.js'
import { cancelled } from '../transport/transport.js'
import type { Context } from './context.js'
import {
  afterLoss,
  awaitedIn,
  awaitsPerson,
  committed,
  executionOf,
  getQuote,
  isSettled,
  isUnknown,
  learn,
  type QuoteContext,
  wholeQuote,
  withOutcome,
} from './unsettled.js'

const advice = 'read the quote with getQuote(), or authorize it again, which cannot pay twice.'
const singleUse = { ifLost: advice }
const codeOnItsWay = { ifLost: 'wait for the code before you ask for another.' }

type AuthorizationContext = QuoteContext & Pick<Context, 'passkey' | 'sandbox'>

/**
 * Sends the person's answer to what a payment waits for, and resolves with the quote as the service returns it. Without
 * `code`, the browser asks for the passkey. The record has an entry for the payment before anything is sent, also if it
 * was executed elsewhere. A quote whose outcome is known is read, and nothing is sent.
 *
 * @throws SessionError `AUTHORIZATION_EXPIRED` or `NOT_AWAITED`; CeremonyError for a code that cannot be one, and if
 * the person did not use the passkey; ServiceError for a refusal, after which the payment waits as before;
 * TransportError `OUTCOME_UNKNOWN` while the answer may have been accepted
 */
export async function authorizeQuote(
  context: AuthorizationContext,
  quoteId: string,
  code: string | undefined,
  signal: AbortSignal,
): Promise<Quote> {
  const typed = code === undefined ? undefined : readCode(code)
  const { found, challenge } = await whatIsAsked(context, quoteId, typed === undefined, signal)
  if (found !== undefined) return found
  const answer = typed ?? (await passkeyAnswer(context, challenge, signal))
  if (challenge !== undefined && isPast(context, challenge)) throw authorizationExpired()
  return send(context, { quoteId, challenge, body: jsonOf(answer) }, signal)
}

/**
 * Sends the person another code.
 *
 * @throws SessionError `AUTHORIZATION_EXPIRED` or `NOT_AWAITED`; ServiceError for a refusal; TransportError
 * `OUTCOME_UNKNOWN` if a code may be on its way
 */
export async function resendQuoteCode(
  context: AuthorizationContext,
  quoteId: string,
  signal: AbortSignal,
): Promise<void> {
  const { found } = await whatIsAsked(context, quoteId, false, signal)
  if (found !== undefined) throw notAwaited(`The quote is ${found.status}, and waits for no code.`)
  try {
    await context.transport.ask(resendQuoteCodeRoute, {
      params: { quoteId },
      singleUse: codeOnItsWay,
      signal,
    })
  } catch (error) {
    // The payment waits for something else, or no longer: the state shows it when this rejects.
    if (isOneOf(error, [409])) await getQuote(context, quoteId, signal).catch(() => {})
    throw error
  }
}

/**
 * Returns the challenge to answer: the last one that this page has heard of, if it can still be answered, without
 * awaiting anything, because a dialog has to open in the same task as the click. Otherwise reads the quote, and returns
 * the quote itself if it does not wait. With `isNeeded`, there is a challenge if no quote is returned.
 */
async function whatIsAsked(
  context: AuthorizationContext,
  quoteId: string,
  isNeeded: boolean,
  signal: AbortSignal,
): Promise<{ readonly found?: Quote; readonly challenge?: ScaChallenge | undefined }> {
  const record = context.journal.known()
  const known = context.challenges.get(quoteId)
  const isUsable =
    known === undefined ? !isNeeded : isNewest(record, quoteId, known) && !isPast(context, known)
  if (isUsable && !isSettled(record, quoteId)) return { challenge: known }
  const found = await getQuote(context, quoteId, signal)
  if (found.status === 'PENDING') throw notExecuted()
  if (found.status !== awaitsPerson) return { found }
  const challenge = found.scaChallenge ?? undefined
  if (challenge !== undefined && isPast(context, challenge)) throw authorizationExpired()
  if (challenge === undefined && isNeeded) {
    throw new TransportError(
      'MALFORMED_ANSWER',
      'The quote waits for the person, but its challenge is missing.',
    )
  }
  return { challenge }
}

/** Whether no other tab has heard of another challenge since. */
function isNewest(record: AccountRecord, quoteId: string, { expiresAt }: ScaChallenge): boolean {
  const waitsFor = executionOf(record, quoteId)?.waitsFor
  return waitsFor === undefined || waitsFor.expiresAt === expiresAt
}

const isPast = ({ transport }: AuthorizationContext, { expiresAt }: ScaChallenge): boolean =>
  Date.parse(expiresAt) <= transport.now()

/** Opens the browser's dialog for a challenge, and returns what is sent. */
async function passkeyAnswer(
  { clock, passkey, sandbox, transport }: AuthorizationContext,
  challenge: ScaChallenge | undefined,
  signal: AbortSignal,
): Promise<AuthorizeQuoteBody> {
  if (challenge === undefined || !isForPasskey(challenge))
    throw notAwaited('The payment waits for a code: pass it as { code }.')
  const options = parse(AssertionOptions, challenge.passkeyAssertionOptions)
  if (!options.ok) {
    throw new CeremonyError(
      'CEREMONY_FAILED',
      `The service's options for the passkey dialog are malformed: ${fieldsOf(options.issues)}.`,
    )
  }
  const { answerByPasskey } = ceremonies() ?? (await loadCeremonies(clock))
  const { now } = transport
  return answerByPasskey({ clock, passkey, sandbox, signal, now }, options.value, {
    origins: challenge.passkeyAllowedOrigins ?? undefined,
    until: Date.parse(challenge.expiresAt),
  }).catch((error: unknown) => {
    throw signal.aborted ? cancelled(signal) : error
  })
}

/** Sends the answer. The record has an entry for the payment before that. */
async function send(
  context: AuthorizationContext,
  { quoteId, challenge, body }: { quoteId: string; challenge: ScaChallenge | undefined; body: string },
  signal: AbortSignal,
): Promise<Quote> {
  const { transport } = context
  const fresh = {
    quoteId,
    since: new Date(transport.now()).toISOString(),
    idempotencyKey: crypto.randomUUID(),
    ...(challenge && { waitsFor: awaitedIn(challenge) }),
  }
  const record = await committed(context, sending(fresh, false))
  const execution = executionOf(record, quoteId)
  // Without an entry, another call has just learned the outcome.
  if (execution === undefined) return getQuote(context, quoteId, signal)
  let answered: QuoteOutcome
  try {
    const call = { params: { quoteId }, body, singleUse, signal }
    answered = await transport.ask(withOutcome(authorizeQuoteRoute), call)
  } catch (error) {
    if (isUnknown(error)) return afterLoss(context, { id: quoteId }, error, signal)
    return afterRefusal(context, execution, error, signal)
  }
  if (answered.id !== quoteId)
    throw new TransportError(
      'OUTCOME_UNKNOWN',
      `The answer is about another quote. The quote may have been authorized: ${advice}`,
    )
  await learn(context, answered)
  return wholeQuote(answered)
}

/**
 * Handles an answer of the person that had no effect. After a 400 or 409 the quote is read, because an answer that was
 * lost, or another tab, may have released it or led to another challenge.
 */
async function afterRefusal(
  context: AuthorizationContext,
  { quoteId, idempotencyKey }: Execution,
  error: unknown,
  signal: AbortSignal,
): Promise<Quote> {
  const found = isOneOf(error, [400, 409])
    ? await getQuote(context, quoteId, signal).catch(() => undefined)
    : undefined
  if (found?.status === awaitsPerson) {
    if (found.scaChallenge && isPast(context, found.scaChallenge)) throw authorizationExpired(error)
    throw error
  }
  if (found !== undefined && found.status !== 'PENDING') return found
  const record = await committed(context, dropSend(quoteId, idempotencyKey))
  if (found !== undefined) throw notExecuted(error)
  if (isOneOf(error, [409]) && executionOf(record, quoteId) !== undefined)
    throw new TransportError(
      'OUTCOME_UNKNOWN',
      `This call had no effect, but an earlier one may have authorized the payment: ${advice}`,
      { cause: error },
    )
  throw error
}

const isOneOf = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof ServiceError && statuses.includes(error.status)

function readCode(code: unknown): { readonly code: string } {
  if (typeof code !== 'string')
    throw new TypeError('authorizeQuote() needs { code: string }, or no code to use a passkey.')
  const plain = plainCode(code)
  if (plain === '' || plain.length > 64)
    throw new CeremonyError('INPUT_INVALID', 'A code has 1 to 64 characters.')
  return { code: plain }
}

const notAwaited = (message: string, cause?: unknown): SessionError =>
  new SessionError('NOT_AWAITED', message, { cause })

const notExecuted = (cause?: unknown): SessionError =>
  notAwaited('The service has not executed the quote, so it waits for nobody.', cause)

const authorizationExpired = (cause?: unknown): SessionError =>
  new SessionError(
    'AUTHORIZATION_EXPIRED',
    'The payment can no longer be authorized. Read it with getQuote() until it is FAILED, then make a new quote.',
    { cause },
  )
