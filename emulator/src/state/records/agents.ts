/** Records of agents, their device codes and their actions. @module */
import type { AgentPolicy, TransferDetails } from 'embedded-wallet-auth/wire'

/** An agent. Its usage is computed from its actions and not stored. */
export interface AgentRecord {
  readonly id: string
  readonly name: string
  readonly customerId: string
  readonly isPaused: boolean
  readonly isConnected: boolean
  readonly policy: AgentPolicy
  readonly createdAt: string
  readonly updatedAt: string
}

/** A code that an agent exchanges for an access token. */
export interface DeviceCodeRecord {
  readonly code: string
  readonly agentId: string
  /** When the code expires, in milliseconds since 1970. */
  readonly expiresAt: number
  /** `ended`: a newer code has replaced this one. */
  readonly status: 'open' | 'redeemed' | 'ended'
}

/** The direction of a transfer: out of the service, or into it. */
export type TransferType = 'TRANSFER_OUT' | 'TRANSFER_IN'

/** What an action executes when it is approved. */
export type ActionTask =
  | { readonly type: 'EXECUTE_QUOTE'; readonly quoteId: string }
  | { readonly type: TransferType; readonly details: TransferDetails }

/** An operation that an agent requested. */
export interface ActionRecord {
  readonly id: string
  readonly agentId: string
  readonly customerId: string
  readonly status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED'
  readonly task: ActionTask
  /** The amount that the action adds to the agent's spending, in the smallest unit of `currency`. */
  readonly spend: { readonly amount: number; readonly currency: string }
  /** Present once execution has started. */
  readonly transactionId?: string
  readonly rejectionReason?: string
  readonly createdAt: string
  readonly updatedAt: string
}
