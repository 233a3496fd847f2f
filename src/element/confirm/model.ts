/** What `<wallet-confirm>` remembers between two renders. Everything else is read from the wallet. @module */
import type { AnyWallet, ConfirmationRequest, Quote } from '../../index.js'
import type { Host } from '../element-class.js'
import type { Messages } from '../messages/messages.js'
import { isSecurePage, type Panel } from '../panel.js'
import type { Problem } from '../problems.js'
import { type Authorization, authorizationProblemOf } from './authorization.js'
import { type ConfirmFacts, isDeadEnd, problemKeyOf } from './screen.js'

/** The properties of `<wallet-confirm>`. */
export interface ConfirmProperties {
  wallet: AnyWallet | undefined
  quote: Quote | undefined
  receiver: string | undefined
  messages: Partial<Messages>
}

/** A question, and what only the page of a wallet’s frame knows about it. */
export type ShownRequest = ConfirmationRequest & {
  /** The origin of the page that asks. */
  readonly parent?: string
  /** The server’s time, in milliseconds since 1970. Default: that of the element’s wallet. */
  readonly now?: () => number
}

/** A question of the option `confirm` that the user has not answered. */
export interface Question {
  readonly request: ShownRequest
  readonly number: number
  readonly answer: (agrees: boolean) => void
  /** Called when the element leaves the document before the user has answered. */
  readonly withdraw: () => void
}

export interface ConfirmModel {
  readonly host: Host<ConfirmProperties>
  readonly panel: Panel
  readonly render: () => void
  wallet?: AnyWallet | undefined
  /** Ends the subscription to the wallet. */
  unsubscribe?: (() => void) | undefined
  quote?: Quote | undefined
  /** The element's quote as the service returned it, once the quote is no longer `PENDING`. */
  settled?: Quote | undefined
  isPaying: boolean
  /** How many reads of the quote are in flight. A new one does not wait for one that began offline. */
  reads: number
  /** Whether a payment in doubt was read since the connection came back. */
  isChecked: boolean
  /** Whether the wallet's state listed the payment as unsettled at the last render. */
  wasUnsettled: boolean
  /** Whether another tab has learned the outcome, and this one has not read it yet. */
  isSettledElsewhere: boolean
  /** What the payment waits for, while the user is asked for it. */
  authorization?: Authorization | undefined
  /** When the quote was last read: milliseconds since 1970, server time. */
  readAt: number
  problem?: Problem | undefined
  /** The session's `authenticatedAt` when that happened. */
  problemProof?: string | undefined
  /** The `essenceOf` of the terms that the user has just agreed to. `ask` accepts them once without asking. */
  agreed?: string | undefined
  /** No payment can be confirmed before this time: milliseconds since 1970, server time. */
  blockedUntil: number
  questions: readonly Question[]
  /** The number of questions so far. */
  count: number
  /** The number of the question on which a click did not count. */
  droppedOn?: number | undefined
}

/** The server's time, as far as the element knows it. */
const timeOf = ({ wallet, questions: [shown] }: ConfirmModel): number | undefined =>
  wallet?.now() ?? shown?.request.now?.()

/** The server's time, or 0 if the element does not know it. */
export const nowOf = (model: ConfirmModel): number => timeOf(model) ?? 0

export const knowsTime = (model: ConfirmModel): boolean => timeOf(model) !== undefined

/** Returns what decides which screen and which news are shown. */
export const factsOf = (model: ConfirmModel): ConfirmFacts => ({
  ...model,
  state: model.wallet?.getState(),
  isSecure: isSecurePage(),
  now: nowOf(model),
  question: model.questions[0]?.number,
})

/** Whether an error is shown that came from a lost connection. Nothing was sent then. */
export const isCut = ({ problem, authorization }: ConfirmModel): boolean =>
  [problem, authorization?.problem?.error].some((error) => error?.code === 'NETWORK')

/** Drops what failed for want of a connection, once it is back. */
export function forgetCut(model: ConfirmModel): void {
  const { problem, authorization } = model
  if (problem?.code === 'NETWORK') model.problem = undefined
  if (authorization?.problem?.error.code === 'NETWORK') authorization.problem = undefined
}

/** When the person last proved who they are. */
export function proofOf({ wallet }: Pick<ConfirmModel, 'wallet'>): string | undefined {
  const session = wallet?.getState().session
  return session && 'authenticatedAt' in session ? session.authenticatedAt : undefined
}

/** Forgets a refusal that would follow again, once the person has signed in again, adds a passkey, or leaves. */
export function forgetDeadEnd(model: ConfirmModel): void {
  const { authorization } = model
  if (isDeadEnd(problemKeyOf(factsOf(model)))) model.problem = undefined
  if (authorization && isDeadEnd(authorizationProblemOf(authorization))) authorization.problem = undefined
}

/** Takes over the properties `wallet` and `quote`, and forgets what was known about another quote. */
export function follow(model: ConfirmModel): void {
  const { wallet, quote } = model.host.properties
  if (model.wallet !== wallet) {
    model.unsubscribe?.()
    model.wallet = wallet
    model.unsubscribe = wallet?.subscribe(model.render)
  }
  const isProvenAgain = model.problem && proofOf(model) !== undefined && proofOf(model) !== model.problemProof
  if (isProvenAgain) forgetDeadEnd(model)
  if (model.quote === quote) return
  model.quote = quote
  model.settled = model.problem = model.authorization = undefined
  model.isChecked = model.wasUnsettled = model.isSettledElsewhere = false
  model.blockedUntil = model.readAt = 0
}
