/** The types of the calls between the page and the demo server under /demo/agents and /demo/pocket. @module */
import type { Money } from 'embedded-wallet-auth'

/** A payee whose bank account is on file, so that an agent can pay bills to it. */
export interface Payee {
  /** `ExternalAccount:…` */
  readonly id: string
  readonly name: string
  /** What the payee sends bills for. */
  readonly about: string
  /** The currency that the payee receives, by its code. */
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
  /** An agent asks before it pays more than this amount. With `null` it asks before every payment. */
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
  /** What the agent has spent, in the smallest unit of the pocket's currency. Waiting payments count. */
  readonly used: { readonly today: number; readonly thisMonth: number; readonly paymentsToday: number }
  /** Whether this is the demo's example agent, which can be given bills. */
  readonly isExample: boolean
  /** The code that connects the agent. Absent once the agent is connected. */
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
  /** When the payment's quote expires. ISO 8601. */
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
  /** Whether the agent had to ask the user. */
  readonly asked: boolean
  /** The user's reason, if the user rejected the payment and gave one. */
  readonly reason?: string
  /** Set if the payment failed. */
  readonly failure?: Failure
  /** ISO 8601 */
  readonly at: string
}

/** Everything about the agents of the logged-in user. */
export interface AgentsView {
  readonly pocket: Pocket
  readonly payees: readonly Payee[]
  readonly agents: readonly OwnAgent[]
  /** Newest first. */
  readonly waiting: readonly WaitingPayment[]
  /** Newest first. */
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
  /** The account that the agent is told to pay from. It may use only the pocket; the service enforces this. */
  readonly from: 'pocket' | 'wallet'
}

/** What the example agent reports after it was given a bill. */
export type AgentReport =
  | { readonly outcome: 'paid' | 'under-way' | 'waiting' }
  | { readonly outcome: 'failed'; readonly failure: Failure }
  /** The service refused the payment with this code. */
  | { readonly outcome: 'refused'; readonly code: string }

/** The outcome of a payment that the user approved. */
export type ApprovalOutcome = Exclude<AgentReport, { readonly outcome: 'waiting' | 'refused' }>
