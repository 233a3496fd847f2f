/** The types of the calls between the page and the demo server under /demo/agents and /demo/pocket. @module */
import type { Money } from 'embedded-wallet-auth'

/** A payee whose bank account is known, so that bills can be paid. */
export interface Payee {
  /** `ExternalAccount:…` */
  readonly id: string
  readonly name: string
  /** What the bills are for. */
  readonly about: string
  /** The code of the currency that the payee receives. */
  readonly currency: string
}

/** The account from which agents pay. It is not an embedded wallet, so its payments need no stamp. */
export interface Pocket {
  readonly id: string
  readonly balance: Money
}

/** What an agent may do. Amounts are in the smallest unit of the pocket's currency. */
export interface AgentLimits {
  readonly perPayment: number
  readonly aDay: number
  readonly aMonth: number
  /** The amount above which the agent asks first. `null`: it asks before every payment. */
  readonly asksAbove: number | null
}

/** The code that connects an agent. It works once. */
export interface ConnectCode {
  readonly code: string
  /** ISO 8601 */
  readonly expiresAt: string
}

/** An agent of the logged-in user. */
export interface OwnAgent {
  /** `Agent:…` */
  readonly id: string
  readonly name: string
  readonly isPaused: boolean
  readonly isConnected: boolean
  readonly limits: AgentLimits
  /** What the agent has used, in the smallest unit of the pocket's currency. Waiting payments count. */
  readonly used: { readonly today: number; readonly thisMonth: number; readonly paymentsToday: number }
  /** Whether this is the demo's example agent, which can be given bills. */
  readonly isExample: boolean
  /** The code, until the agent is connected. */
  readonly connectCode?: ConnectCode
}

/** A payment that an agent may make only with the user's approval. */
export interface WaitingPayment {
  /** `AgentAction:…` */
  readonly id: string
  readonly agentId: string
  readonly agentName: string
  readonly payee: string
  readonly sends: Money
  readonly gets: Money
  /** ISO 8601 */
  readonly askedAt: string
  /** ISO 8601. The time at which the quote of the payment expires. */
  readonly offerEndsAt: string
}

/** Why a payment did not happen. */
export type Failure = 'pocket-too-small' | 'offer-run-out' | 'sent-back' | 'unknown'

/** The outcome of a payment that an agent requested. */
export interface AgentPayment {
  readonly id: string
  readonly agentName: string
  readonly payee: string
  readonly sends: Money
  readonly outcome: 'paid' | 'under-way' | 'rejected' | 'failed'
  /** Whether the user was asked. */
  readonly asked: boolean
  /** The user's words, if the user rejected the payment. */
  readonly reason?: string
  /** Why the payment failed, if it failed. */
  readonly failure?: Failure
  /** ISO 8601 */
  readonly at: string
}

/** Everything about the agents of the logged-in user. */
export interface AgentsView {
  readonly pocket: Pocket
  readonly payees: readonly Payee[]
  readonly agents: readonly OwnAgent[]
  /** The newest first. */
  readonly waiting: readonly WaitingPayment[]
  /** The newest first. */
  readonly history: readonly AgentPayment[]
}

/** An agent to create. */
export interface NewAgent extends AgentLimits {
  readonly name: string
}

/** A bill for the example agent. */
export interface Bill {
  readonly payeeId: string
  /** In the smallest unit of the pocket's currency. */
  readonly amount: number
  /** The account from which the agent is asked to pay. It may use only the pocket; the service enforces this. */
  readonly from: 'pocket' | 'wallet'
}

/** What the example agent reports about a bill. */
export type AgentReport =
  | { readonly outcome: 'paid' | 'under-way' | 'waiting' }
  | { readonly outcome: 'failed'; readonly failure: Failure }
  /** The service refused, with this code. */
  | { readonly outcome: 'refused'; readonly code: string }

/** The outcome of a payment that the user approved. */
export type ApprovalOutcome = Exclude<AgentReport, { readonly outcome: 'waiting' | 'refused' }>
