/** Schemas of agents, and the routes for managing them (Agent; Agent management). @module */
import * as v from 'valibot'
import {
  type AgentPolicy,
  AgentPolicyBody,
  type AgentPolicyChange,
  AgentPolicyChange as AgentPolicyChangeSchema,
  AnsweredPolicy,
} from './agent-policy.js'
import { type DeviceCode, DeviceCode as DeviceCodeSchema } from './device-codes.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import { Amount, id, looseObject, object, type Schema, Timestamp, text } from './schema.js'

/**
 * How much of its spending limits an agent has used. Amounts are in the smallest unit of
 * `policy.spendingLimits.currency`.
 */
export interface AgentUsage {
  /** How many of the agent's actions today are approved or waiting for approval. */
  readonly dailyTransactionCount: number
  readonly dailySpend: number
  readonly monthlySpend: number
  /** The day of the next reset of the daily counters, `YYYY-MM-DD` [reference]. */
  readonly dailyResetDate?: string
  /** The month of the next reset of the monthly counter, `YYYY-MM`. */
  readonly monthlyResetMonth?: string
}

/** A program that acts on behalf of one customer. */
export interface Agent {
  /** `Agent:<uuid>` */
  readonly id: string
  readonly name: string
  readonly customerId: string
  /** A paused agent cannot initiate actions. */
  readonly isPaused: boolean
  /** Whether a device code of the agent has been redeemed. */
  readonly isConnected: boolean
  readonly policy: AnsweredPolicy
  readonly usage: AgentUsage
  readonly createdAt: string
  readonly updatedAt: string
}

export const AgentUsage: Schema<AgentUsage> = looseObject({
  dailyTransactionCount: Amount,
  dailySpend: Amount,
  monthlySpend: Amount,
  dailyResetDate: v.exactOptional(text(40)),
  monthlyResetMonth: v.exactOptional(text(40)),
})

export const Agent: Schema<Agent> = looseObject({
  id: id('Agent'),
  name: text(256),
  customerId: id('Customer'),
  isPaused: v.boolean(),
  isConnected: v.boolean(),
  policy: AnsweredPolicy,
  usage: AgentUsage,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** Body of `POST /agents` [reference]. */
export interface CreateAgentBody {
  /** 1 to 100 characters [our choice]. */
  readonly name: string
  readonly customerId: string
  readonly policy: AgentPolicy
}

/** A new agent, with the device code that connects it [reference]. */
export interface CreatedAgent {
  readonly agent: Agent
  readonly deviceCode: DeviceCode
}

const Name: Schema<string> = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

/** `POST /agents` [reference] */
export const createAgentRoute: TypedRoute<CreateAgentBody, CreatedAgent> = {
  operation: 'createAgent',
  method: 'POST',
  path: '/agents',
  body: object({ name: Name, customerId: id('Customer'), policy: AgentPolicyBody }),
  status: 201,
  answer: looseObject({ agent: Agent, deviceCode: DeviceCodeSchema }),
}

const flag: Schema<string> = v.picklist(['true', 'false'])

/** Filters of {@link listAgentsRoute}. */
export interface AgentFilters extends PageFilters {
  readonly customerId?: string
  readonly isPaused?: boolean
  readonly isConnected?: boolean
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
}

/** `GET /agents` [reference]. The time filters are inclusive. */
export const listAgentsRoute: TypedRoute<undefined, Page<Agent>, { filters: AgentFilters }> = {
  operation: 'listAgents',
  method: 'GET',
  path: '/agents',
  filters: {
    ...pageFilters,
    customerId: id('Customer'),
    isPaused: flag,
    isConnected: flag,
    createdAfter: Timestamp,
    createdBefore: Timestamp,
    updatedAfter: Timestamp,
    updatedBefore: Timestamp,
  },
  answer: pageOf(Agent),
}

/** `GET /agents/{agentId}` */
export const getAgentRoute: TypedRoute<undefined, Agent, { params: 'agentId' }> = {
  operation: 'getAgent',
  method: 'GET',
  path: '/agents/{agentId}',
  params: { agentId: 'Agent' },
  answer: Agent,
}

/** Body of `PATCH /agents/{agentId}`. At least one field is required. */
export interface UpdateAgentBody {
  readonly name?: string
  readonly isPaused?: boolean
}

/** `PATCH /agents/{agentId}` */
export const updateAgentRoute: TypedRoute<UpdateAgentBody, Agent, { params: 'agentId' }> = {
  operation: 'updateAgent',
  method: 'PATCH',
  path: '/agents/{agentId}',
  params: { agentId: 'Agent' },
  body: v.pipe(
    object({ name: v.exactOptional(Name), isPaused: v.exactOptional(v.boolean()) }),
    v.check(({ name, isPaused }) => name !== undefined || isPaused !== undefined, 'name or isPaused'),
  ),
  answer: Agent,
}

/** `PATCH /agents/{agentId}/policy` [reference] */
export const updateAgentPolicyRoute: TypedRoute<AgentPolicyChange, Agent, { params: 'agentId' }> = {
  operation: 'updateAgentPolicy',
  method: 'PATCH',
  path: '/agents/{agentId}/policy',
  params: { agentId: 'Agent' },
  body: AgentPolicyChangeSchema,
  answer: Agent,
}

/** `DELETE /agents/{agentId}` [reference] */
export const deleteAgentRoute: TypedRoute<undefined, undefined, { params: 'agentId' }> = {
  operation: 'deleteAgent',
  method: 'DELETE',
  path: '/agents/{agentId}',
  params: { agentId: 'Agent' },
  status: 204,
  answer: v.undefined(),
}
