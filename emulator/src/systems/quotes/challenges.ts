/** The challenges of a payment that waits for the person: begins, texts and expires them. @module */
import { type Quote, type ScaChallenge, type ScaFactor, scaFactors } from 'embedded-wallet-auth/wire'
import { ApiError, conflict, invalidInput, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { newId } from '../../state/ids.js'
import type { AuthorizationRecord, ScaOptions } from '../../state/records/authorizations.js'
import { timestamp } from '../../time/clock.js'
import { runDueJobs, schedule } from '../../time/scheduler.js'
import { putQuote, putTransaction } from '../transactions/records.js'
import { factors, randomCode, usualFactor } from './factors.js'

/** How long a challenge can be answered, in milliseconds: five minutes (wire-facts 12 [our choice]). */
export const challengeLifetime: number = 5 * 60_000

// The time window of the rate limit for codes, in milliseconds (wire-facts 12 [our choice]).
const window = 60_000

/** The customer of a payment, and how that customer authorizes it. */
export interface Authorizing {
  readonly customerId: string
  readonly options: ScaOptions
}

/**
 * Makes a pending quote wait for the person, and returns it with its first challenge. No money moves. Throws 400 if the
 * customer has none of the factors.
 */
export function beginAuthorization(context: Context, quote: Quote, by: Authorizing): Quote {
  return beginChallenge(context, quote, by, purposesOf(quote, by.options))
}

function purposesOf(
  { sendingCurrency, receivingCurrency, destination }: Quote,
  { challenges = 2 }: ScaOptions,
): readonly string[] {
  const { accountId } = destination
  const isInternal = typeof accountId === 'string' && accountId.startsWith('InternalAccount:')
  const last = isInternal ? 'TRANSFER' : 'PAYOUT'
  const isConverted = sendingCurrency.code !== receivingCurrency.code
  return isConverted && challenges === 2 ? ['CURRENCY_CONVERSION', last] : [last]
}

/** Begins a challenge for the first purpose, and returns the quote with it. Throws like {@link beginAuthorization}. */
export function beginChallenge(
  context: Context,
  quote: Quote,
  { customerId, options }: Authorizing,
  [purpose, ...next]: readonly string[],
): Quote {
  const customer = presentCustomer(context, customerId)
  const available = scaFactors.filter((factor) => factors[factor].has(context, customer, options))
  const { factor: wanted = usualFactor } = options
  const factor = [wanted, usualFactor].find((one) => available.includes(one))
  if (!factor) throw invalidInput('The customer has no phone number to which a code can be sent.')
  const { shown, ...kept } = factors[factor].begin(context, customer)
  const expiresAt = context.clock.now() + challengeLifetime
  const begun: ScaChallenge & { readonly factor: ScaFactor } = {
    id: newId('ScaChallenge'),
    expiresAt: timestamp(expiresAt),
    factor,
    availableFactors: available,
    ...(purpose === undefined ? {} : { purpose }),
    ...shown,
  }
  context.state.authorizations.set(quote.id, {
    quoteId: quote.id,
    customerId,
    challenge: begun,
    expiresAt,
    next,
    textedAt: [],
    ...kept,
  })
  schedule(context, expiresAt, 'authorization', quote.id)
  const waiting: Quote = { ...quote, status: 'PENDING_AUTHORIZATION', scaChallenge: begun }
  putQuote(context, waiting)
  return waiting
}

/** Texts the code of a quote's challenge. Does nothing if the quote waits for no code, or if it was texted already. */
export async function textCode(context: Context, quoteId: string): Promise<void> {
  const authorization = context.state.authorizations.get(quoteId)
  if (authorization?.code !== undefined && authorization.textedAt.length === 0) {
    await text(context, authorization, authorization.code)
  }
}

/**
 * Texts another code for the same challenge, and the one before becomes invalid. Throws 409 if the quote does not wait
 * for a code by text message, and 429 if too many were sent in the last minute.
 */
export async function resendCode(context: Context, quoteId: string): Promise<void> {
  const authorization = waitingAuthorization(context, quoteId)
  if (!factors[authorization.challenge.factor].isTexted)
    throw conflict('The challenge has no code to send again.')
  const now = context.clock.now()
  const recent = authorization.textedAt.filter((at) => now - at < window)
  if (recent.length >= context.codesPerMinute) {
    const [oldest = now] = recent
    const headers = { 'Retry-After': String(Math.ceil((oldest + window - now) / 1000)) }
    throw new ApiError(429, 'RATE_LIMITED', 'Too many codes were requested.', { headers })
  }
  await text(context, { ...authorization, textedAt: recent }, randomCode())
}

async function text(context: Context, authorization: AuthorizationRecord, code: string): Promise<void> {
  const { quoteId, customerId, challenge, textedAt } = authorization
  const now = context.clock.now()
  context.state.authorizations.set(quoteId, { ...authorization, code, textedAt: [...textedAt, now] })
  await context.mail({
    to: presentCustomer(context, customerId).phoneNumber ?? '',
    otp: code,
    sentAt: timestamp(now),
    expiresAt: challenge.expiresAt,
    accountId: context.state.quotes.get(quoteId)?.source.accountId ?? '',
    quoteId,
  })
}

/** Returns the authorization that a quote waits for. Throws 404 for an unknown quote, and 409 if it waits for none. */
export function waitingAuthorization(context: Context, quoteId: string): AuthorizationRecord {
  runDueJobs(context)
  orNotFound(context.state.quotes.get(quoteId), 'quote', 'QUOTE_NOT_FOUND')
  const authorization = context.state.authorizations.get(quoteId)
  if (!authorization) throw conflict('The quote does not wait for an authorization.')
  return authorization
}

/** Fails a payment whose challenge was not answered in time. */
export function expireAuthorization(context: Context, quoteId: string): void {
  const authorization = context.state.authorizations.get(quoteId)
  if (!authorization || context.clock.now() < authorization.expiresAt) return
  failAuthorization(context, quoteId, 'SCA_NOT_COMPLETED', authorization.expiresAt)
}

/** Ends the wait of a payment that has moved no money, with `failureReason`. `at` is in milliseconds since 1970. */
export function failAuthorization(
  context: Context,
  quoteId: string,
  failureReason: 'SCA_NOT_COMPLETED' | 'QUOTE_EXECUTION_FAILED',
  at: number,
): void {
  const { state } = context
  state.authorizations.delete(quoteId)
  state.quotePlans.delete(quoteId)
  const quote = state.quotes.get(quoteId)
  if (!quote) return
  putQuote(context, { ...withoutChallenge(quote), status: 'FAILED' })
  const transaction = state.transactions.get(quote.transactionId)
  if (transaction) {
    putTransaction(context, { ...transaction, status: 'FAILED', failureReason, updatedAt: timestamp(at) })
  }
}

/** Returns a quote without its challenge. */
export function withoutChallenge({ scaChallenge: _, ...quote }: Quote): Quote {
  return quote
}
