/** Decides what `<wallet-confirm>` shows, from facts alone. @module */
import type { AwaitedAuthorization, Quote, WalletState } from '../../index.js'
import type { Messages } from '../messages/messages.js'
import { type Problem, textFor } from '../problems.js'
import { type Authorization, authorizationProblemOf, awaitedBy, isAnswerLost } from './authorization.js'

/** Everything that decides what is shown. */
export interface ConfirmFacts {
  /** `undefined` while the element has no wallet. */
  readonly state: Pick<WalletState, 'session' | 'unsettled'> | undefined
  /** Whether the page was loaded over HTTPS, without which it can have no wallet. */
  readonly isSecure: boolean
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  /** The number of the question that waits for an answer. */
  readonly question: number | undefined
  /** The number of the question on which a click did not count. */
  readonly droppedOn?: number | undefined
  readonly quote?: Quote | undefined
  /** The quote as the service returned it, once it is no longer `PENDING`. */
  readonly settled?: Quote | undefined
  readonly isPaying: boolean
  /** Whether another tab has learned the outcome, and this one has not read it yet. */
  readonly isSettledElsewhere?: boolean
  /** The error of the last try to pay. */
  readonly problem?: Problem | undefined
  /** What the user was last asked for. */
  readonly authorization?: Authorization | undefined
}

/** What is shown. The views are in `views/`. */
export type Screen =
  /** `insecure`: the page has no wallet, since it was not loaded over HTTPS. */
  | { readonly name: 'nothing' | 'loading' | 'insecure' | 'question' }
  | { readonly name: 'outcome' | 'doubt' | 'review'; readonly quote: Quote }
  /** The payment waits for the user. `late`: the service no longer accepts an answer. */
  | { readonly name: 'authorize' | 'late'; readonly quote: Quote; readonly awaited: AwaitedAuthorization }
  /** The payment waited for the user. It may have been released, and nobody here knows. */
  | { readonly name: 'answered'; readonly quote: Quote }

/** The status of a quote that the service pays once the user has authorized it. */
export const awaitsUser = 'PENDING_AUTHORIZATION'

/** Whether the quote's status is the outcome of the payment. */
export const isOutcome = ({ status }: Quote): boolean => status !== 'PENDING' && status !== awaitsUser

/** Returns the screen. A question goes before everything else. */
export function screenOf(facts: ConfirmFacts): Screen {
  const { state, quote } = facts
  if (facts.question !== undefined) return { name: 'question' }
  if (quote === undefined) return { name: 'nothing' }
  if (state === undefined && !facts.isSecure) return { name: 'insecure' }
  if (state === undefined || state.session.status === 'restoring') return { name: 'loading' }
  const latest = facts.settled ?? quote
  if (isOutcome(latest)) return { name: 'outcome', quote: latest }
  const entry = state.unsettled.find(({ quoteId }) => quoteId === quote.id)
  // Only the service can say that nothing has been paid yet: an answer of an earlier page may have been lost.
  if (latest.status === awaitsUser) return waiting(facts, latest)
  if (entry?.waitsFor && !facts.isPaying) return { name: 'answered', quote }
  return { name: isInDoubt(facts) ? 'doubt' : 'review', quote }
}

/** The screen of a quote that, as the service said last, waits for the user. */
function waiting(facts: ConfirmFacts, quote: Quote): Screen {
  const { state, now, authorization, isSettledElsewhere } = facts
  // The state may hear of the next challenge while the call is still in flight.
  if (authorization?.call === 'authorize') return { name: 'authorize', quote, awaited: authorization.awaited }
  const awaited = state && awaitedBy(state, quote)
  const isUnknown = isSettledElsewhere || (authorization && isAnswerLost(authorization))
  if (awaited === undefined || isUnknown) return { name: 'answered', quote }
  return { name: Date.parse(awaited.expiresAt) <= now ? 'late' : 'authorize', quote, awaited }
}

/** Whether the payment may have been made, and nobody here knows. */
const isInDoubt = ({ state, quote, isPaying, isSettledElsewhere, problem }: ConfirmFacts): boolean =>
  !isPaying &&
  (isSettledElsewhere ||
    problem?.code === 'OUTCOME_UNKNOWN' ||
    state?.unsettled.some(({ quoteId }) => quoteId === quote?.id) === true)

/**
 * Whether the payment would be refused again: a new passkey does not count yet. Another quote would not help, so none
 * is offered. Without a time, that does not end by itself.
 */
export const isTooEarly = ({ problem, now }: Pick<ConfirmFacts, 'problem' | 'now'>): boolean =>
  problem?.code === 'PAYMENT_NOT_YET' && !(Date.parse(problem.payableFrom ?? '') <= now)

/** Returns the key of the text for the last try to pay. */
export function problemKeyOf(facts: Pick<ConfirmFacts, 'problem' | 'now'>): keyof Messages | undefined {
  const { problem } = facts
  if (problem === undefined || (problem.code === 'PAYMENT_NOT_YET' && !isTooEarly(facts))) return undefined
  return textFor(problem, 'payment')
}

/** The texts after which the same click would be refused again: something else has to be done first, if anything. */
const deadEnds: ReadonlySet<keyof Messages | undefined> = new Set<keyof Messages>([
  'payNeedsPasskey',
  'payAfterPasskey',
  'signInAgain',
  'notAllowed',
  'otherBrowser',
  'paymentPasskeyNotHere',
  'authorizeLocked',
  'authorizeElsewhere',
])

/** Whether a click that was refused would be refused again, until the problem is forgotten. */
export const isDeadEnd = (key: keyof Messages | undefined): boolean => deadEnds.has(key)

/** Whether the last try showed that the quote can no longer be paid. */
export const isOver = (facts: Pick<ConfirmFacts, 'problem' | 'now'>): boolean =>
  ['payRefused', 'quoteExpired', 'lowBalance'].includes(problemKeyOf(facts) ?? '')

export const isSignedIn = ({ state }: Pick<ConfirmFacts, 'state'>): boolean => 'id' in (state?.session ?? {})

interface ConfirmNews {
  readonly problem?: keyof Messages | undefined
  readonly status?: keyof Messages | undefined
  readonly time?: string | undefined
}

/**
 * Returns what the live regions say: something only while the user decides about the element's own quote, or if a click
 * on a question did not count.
 */
export function newsOf(facts: ConfirmFacts): ConfirmNews {
  const { name } = screenOf(facts)
  const { authorization, question, droppedOn } = facts
  if (name === 'question') return question === droppedOn ? { status: 'clickDropped' } : {}
  if (name === 'authorize')
    return authorization
      ? { problem: authorizationProblemOf(authorization), status: authorization.status }
      : {}
  if (name !== 'review') return {}
  const isExpired = !facts.isPaying && Date.parse(facts.quote?.expiresAt ?? '') <= facts.now
  const status = isExpired ? 'quoteExpired' : isSignedIn(facts) ? undefined : 'signInFirst'
  const problem = problemKeyOf(facts)
  return isTooEarly(facts) ? { problem, time: facts.problem?.payableFrom } : { problem, status }
}
