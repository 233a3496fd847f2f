/** Schemas and routes of agent actions and their approval (AgentAction; AgentAction status). @module */
import * as v from 'valibot'
import { CurrencyCode } from './money.js'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import { Quote } from './quotes.js'
import type { TypedRoute } from './route.js'
import {
  Amount,
  id,
  looseObject,
  object,
  openSet,
  type Schema,
  Timestamp,
  text,
  withDefault,
} from './schema.js'
import { Transaction } from './transactions.js'

/** The statuses of an agent action. */
export const agentActionStatuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'] as const

/** The types of agent actions. */
export const agentActionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const

/** The amount and the accounts of a transfer. */
export interface TransferDetails {
  /** In the smallest unit of `currency`. */
  readonly amount: number
  readonly currency: string
  readonly sourceAccountId: string
  readonly destinationAccountId: string
}

/** An operation that an agent requested. */
export interface AgentAction {
  /** `AgentAction:<uuid>` */
  readonly id: string
  readonly agentId: string
  readonly customerId: string
  readonly platformCustomerId: string
  readonly status: (typeof agentActionStatuses)[number] | Unlisted
  readonly type: (typeof agentActionTypes)[number] | Unlisted
  readonly createdAt: string
  readonly updatedAt: string
  /** Only for actions of the type `EXECUTE_QUOTE`. */
  readonly quote?: Quote
  /** Only for actions of the types `TRANSFER_OUT` and `TRANSFER_IN`. */
  readonly transferDetails?: TransferDetails
  /**
   * The payment that the action started. Absent if the status is `PENDING_APPROVAL` or `REJECTED`, or if the action
   * failed before it started a payment.
   */
  readonly transaction?: Transaction
  /** Only if the status is `REJECTED`. */
  readonly rejectionReason?: string
}

export const AgentAction: Schema<AgentAction> = looseObject({
  id: id('AgentAction'),
  agentId: id('Agent'),
  customerId: id('Customer'),
  platformCustomerId: text(256),
  status: openSet(agentActionStatuses),
  type: openSet(agentActionTypes),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  quote: v.exactOptional(Quote),
  transferDetails: v.exactOptional(
    looseObject({
      amount: Amount,
      currency: CurrencyCode,
      sourceAccountId: text(64),
      destinationAccountId: text(64),
    }),
  ),
  transaction: v.exactOptional(Transaction),
  rejectionReason: v.exactOptional(v.pipe(v.string(), v.maxLength(1024))),
})

/** Filters of {@link listAgentApprovalsRoute}. */
export interface AgentApprovalFilters extends PageFilters {
  readonly agentId?: string
  readonly customerId?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly sortOrder?: 'asc' | 'desc'
}

/**
 * `GET /agents/approvals` [reference]: lists the actions that are waiting for the platform's approval. `startDate` and
 * `endDate` are inclusive; `sortOrder` defaults to `desc`.
 */
export const listAgentApprovalsRoute: TypedRoute<
  undefined,
  Page<AgentAction>,
  { filters: AgentApprovalFilters }
> = {
  operation: 'listAgentApprovals',
  method: 'GET',
  path: '/agents/approvals',
  filters: {
    ...pageFilters,
    agentId: id('Agent'),
    customerId: id('Customer'),
    startDate: Timestamp,
    endDate: Timestamp,
    sortOrder: withDefault(v.picklist(['asc', 'desc']), 'desc'),
  },
  answer: pageOf(AgentAction),
}

/**
 * `POST /agents/{agentId}/actions/{actionId}/approve`: answers 409 unless the action is waiting for approval
 * [reference].
 */
export const approveAgentActionRoute: TypedRoute<undefined, AgentAction, { params: 'agentId' | 'actionId' }> =
  {
    operation: 'approveAgentAction',
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/approve',
    params: { agentId: 'Agent', actionId: 'AgentAction' },
    status: 200,
    answer: AgentAction,
  }

/** Body of {@link rejectAgentActionRoute} [reference]. The body itself is optional. */
export interface RejectActionBody {
  readonly reason?: string
}

/**
 * `POST /agents/{agentId}/actions/{actionId}/reject` [reference]: answers 409 unless the action is waiting for
 * approval.
 */
export const rejectAgentActionRoute: TypedRoute<
  RejectActionBody | undefined,
  AgentAction,
  { params: 'agentId' | 'actionId' }
> = {
  operation: 'rejectAgentAction',
  method: 'POST',
  path: '/agents/{agentId}/actions/{actionId}/reject',
  params: { agentId: 'Agent', actionId: 'AgentAction' },
  body: v.optional(object({ reason: v.exactOptional(text(1024)) })),
  answer: AgentAction,
}
