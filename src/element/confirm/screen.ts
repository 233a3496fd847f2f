/** Decides what `<wallet-confirm>` shows, from facts alone. @module */
import type { Quote, WalletState } from '../../index.js'
import type { Messages } from '../messages/messages.js'
import { type Problem, textFor } from '../problems.js'

/** Everything that decides what is shown. */
export interface ConfirmFacts {
  /** `undefined` while the element has no wallet. */
  readonly state: Pick<WalletState, 'session' | 'unsettled'> | undefined
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  /** The number of the question that waits for an answer. */
  readonly question: number | undefined
  readonly quote?: Quote | undefined
  /** The quote as the service returned it, once it is no longer `PENDING`. */
  readonly settled?: Quote | undefined
  readonly isPaying: boolean
  /** The error of the last try to pay. */
  readonly problem?: Problem | undefined
}

/** What is shown. The views are in `views/`. */
export type Screen =
  | { readonly name: 'nothing' | 'loading' | 'question' }
  | { readonly name: 'outcome' | 'doubt' | 'review'; readonly quote: Quote }

/** Returns the screen. A question goes before everything else. */
export function screenOf(facts: ConfirmFacts): Screen {
  const { state, quote, settled } = facts
  if (facts.question !== undefined) return { name: 'question' }
  if (quote === undefined) return { name: 'nothing' }
  if (state === undefined || state.session.status === 'restoring') return { name: 'loading' }
  const done = settled ?? (quote.status === 'PENDING' ? undefined : quote)
  if (done) return { name: 'outcome', quote: done }
  return { name: isInDoubt(facts) ? 'doubt' : 'review', quote }
}

/** Whether the payment may have been made, and nobody here knows. */
const isInDoubt = ({ state, quote, isPaying, problem }: ConfirmFacts): boolean =>
  !isPaying &&
  (problem?.code === 'OUTCOME_UNKNOWN' ||
    state?.unsettled.some(({ quoteId }) => quoteId === quote?.id) === true)

/** Returns the key of the text for the last try to pay. */
export const problemKeyOf = ({ problem }: Pick<ConfirmFacts, 'problem'>): keyof Messages | undefined =>
  problem && textFor(problem, 'payment')

/** Whether the last try showed that the quote can no longer be paid. */
export const isOver = (facts: Pick<ConfirmFacts, 'problem'>): boolean =>
  ['payRefused', 'quoteExpired', 'lowBalance'].includes(problemKeyOf(facts) ?? '')

export const isSignedIn = ({ state }: Pick<ConfirmFacts, 'state'>): boolean => 'id' in (state?.session ?? {})

/** Returns what the live regions say: something only while the user decides about the element's own quote. */
export function newsOf(facts: ConfirmFacts): {
  readonly problem?: keyof Messages | undefined
  readonly status?: keyof Messages | undefined
} {
  if (screenOf(facts).name !== 'review') return {}
  const isExpired = !facts.isPaying && Date.parse(facts.quote?.expiresAt ?? '') <= facts.now
  const status = isExpired ? 'quoteExpired' : isSignedIn(facts) ? undefined : 'signInFirst'
  return { problem: problemKeyOf(facts), status }
}
