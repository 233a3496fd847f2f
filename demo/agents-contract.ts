/** What page and demo server say to each other under /demo/agents and /demo/pocket: types only. @module */
import type { Money } from 'embedded-wallet-auth'

/** Somebody whose bank account is known, so that bills can be paid to it. */
export interface Payee {
  /** `ExternalAccount:…` */
  readonly id: string
  readonly name: string
  /** What the bills are for. */
  readonly about: string
  /** Code of the currency that arrives. */
  readonly currency: string
}

/** The account that agents spend from: no embedded wallet, so no payment from it needs a stamp. */
export interface Pocket {
  readonly id: string
  readonly balance: Money
}

/** What an agent may do. Amounts in the smallest unit of the pocket's currency. */
export interface AgentLimits {
  readonly perPayment: number
  readonly aDay: number
  readonly aMonth: number
  /** Above this it asks; `null`: it asks before every payment. */
  readonly asksAbove: number | null
}

/** What connects an agent, once. */
export interface ConnectCode {
  readonly code: string
  /** ISO 8601 */
  readonly expiresAt: string
}

/** An agent of the person who is logged in. */
export interface OwnAgent {
  /** `Agent:…` */
  readonly id: string
  readonly name: string
  readonly isPaused: boolean
  readonly isConnected: boolean
  readonly limits: AgentLimits
  /** Amounts in the smallest unit of the pocket's currency; what waits counts. */
  readonly used: { readonly today: number; readonly thisMonth: number; readonly paymentsToday: number }
  /** Whether the demo's example agent holds the token: only then can it be asked to do something. */
  readonly isExample: boolean
  /** Until it is connected. */
  readonly connectCode?: ConnectCode
}

/** A payment that an agent may make only if the person says so. */
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
  /** ISO 8601: the moment at which the offer behind it runs out. */
  readonly offerEndsAt: string
}

/** Why a payment did not happen. */
export type Failure = 'pocket-too-small' | 'offer-run-out' | 'sent-back' | 'unknown'

/** What became of something that an agent wanted to pay. */
export interface AgentPayment {
  readonly id: string
  readonly agentName: string
  readonly payee: string
  readonly sends: Money
  readonly outcome: 'paid' | 'under-way' | 'rejected' | 'failed'
  /** Whether the person was asked. */
  readonly asked: boolean
  /** Where it was rejected: the person's own words. */
  readonly reason?: string
  /** Where it failed. */
  readonly failure?: Failure
  /** ISO 8601 */
  readonly at: string
}

/** Everything about agents of the person who is logged in. */
export interface AgentsView {
  readonly pocket: Pocket
  readonly payees: readonly Payee[]
  readonly agents: readonly OwnAgent[]
  /** The newest first. */
  readonly waiting: readonly WaitingPayment[]
  /** The newest first. */
  readonly history: readonly AgentPayment[]
}

/** An agent to be connected. */
export interface NewAgent extends AgentLimits {
  readonly name: string
}

/** A bill for the example agent. */
export interface Bill {
  readonly payeeId: string
  /** Smallest unit of the pocket's currency. */
  readonly amount: number
  /** Which account it is to pay from. It may use only one of the two, and the service sees to that. */
  readonly from: 'pocket' | 'wallet'
}

/** What the example agent reports of a bill. */
export type AgentReport =
  | { readonly outcome: 'paid' | 'under-way' | 'waiting' }
  | { readonly outcome: 'failed'; readonly failure: Failure }
  /** The service refused, with this code. */
  | { readonly outcome: 'refused'; readonly code: string }

/** What became of a payment that the person approved. */
export type ApprovalOutcome = Exclude<AgentReport, { readonly outcome: 'waiting' | 'refused' }>
