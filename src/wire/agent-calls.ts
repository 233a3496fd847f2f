/**
 * Routes that an agent calls with its own access token (Agent-scoped calls). All except `GET /agents/me/transactions`
 * are from the public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import { AgentAction, agentActionStatuses } from './agent-actions.js'
import { Agent } from './agents.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import { type CreateQuoteBody, CreateQuoteBody as CreateQuoteBodySchema } from './quote-creation.js'
import { Quote } from './quotes.js'
import type { TypedRoute } from './route.js'
import { type CustomerTransactionFilters, customerTransactionFilters, Transaction } from './transactions.js'
import { type TransferBody, TransferInBody, TransferOutBody } from './transfers.js'

/** `GET /agents/me` [reference]: returns the agent that the access token belongs to. */
export const getOwnAgentRoute: TypedRoute<undefined, Agent> = {
  operation: 'getOwnAgent',
  method: 'GET',
  path: '/agents/me',
  answer: Agent,
  auth: 'bearer',
}

/**
 * `POST /agents/me/quotes` [reference]: needs the permission `CREATE_QUOTES`. The accounts must belong to the agent's
 * customer.
 */
export const createAgentQuoteRoute: TypedRoute<CreateQuoteBody, Quote, { idempotent: true }> = {
  operation: 'createAgentQuote',
  method: 'POST',
  path: '/agents/me/quotes',
  body: CreateQuoteBodySchema,
  status: 201,
  answer: Quote,
  auth: 'bearer',
  idempotent: true,
}

/** `GET /agents/me/quotes/{quoteId}` [reference] */
export const getAgentQuoteRoute: TypedRoute<undefined, Quote, { params: 'quoteId' }> = {
  operation: 'getAgentQuote',
  method: 'GET',
  path: '/agents/me/quotes/{quoteId}',
  params: { quoteId: 'Quote' },
  answer: Quote,
  auth: 'bearer',
}

/**
 * `POST /agents/me/quotes/{quoteId}/execute` [reference]: needs the permission `EXECUTE_QUOTES`. If the quote's source
 * is an embedded wallet, the call also needs a stamp.
 */
export const executeAgentQuoteRoute: TypedRoute<
  undefined,
  AgentAction,
  { params: 'quoteId'; signed: 'stamp'; idempotent: true }
> = {
  operation: 'executeAgentQuote',
  method: 'POST',
  path: '/agents/me/quotes/{quoteId}/execute',
  params: { quoteId: 'Quote' },
  answer: AgentAction,
  signed: 'stamp',
  auth: 'bearer',
  idempotent: true,
}

/** Filters of {@link listAgentActionsRoute}. */
export interface AgentActionFilters extends PageFilters {
  readonly status?: (typeof agentActionStatuses)[number]
}

/** `GET /agents/me/actions` [reference]: lists the agent's actions, newest first. */
export const listAgentActionsRoute: TypedRoute<
  undefined,
  Page<AgentAction>,
  { filters: AgentActionFilters }
> = {
  operation: 'listAgentActions',
  method: 'GET',
  path: '/agents/me/actions',
  filters: { ...pageFilters, status: v.picklist(agentActionStatuses) },
  answer: pageOf(AgentAction),
  auth: 'bearer',
}

/** `GET /agents/me/actions/{actionId}` [reference] */
export const getAgentActionRoute: TypedRoute<undefined, AgentAction, { params: 'actionId' }> = {
  operation: 'getAgentAction',
  method: 'GET',
  path: '/agents/me/actions/{actionId}',
  params: { actionId: 'AgentAction' },
  answer: AgentAction,
  auth: 'bearer',
}

/** `GET /agents/me/transactions`: needs the permission `VIEW_TRANSACTIONS` [reference]. */
export const listAgentTransactionsRoute: TypedRoute<
  undefined,
  Page<Transaction>,
  { filters: CustomerTransactionFilters }
> = {
  operation: 'listAgentTransactions',
  method: 'GET',
  path: '/agents/me/transactions',
  filters: customerTransactionFilters,
  answer: pageOf(Transaction),
  auth: 'bearer',
}

/** `GET /agents/me/transactions/{transactionId}` [reference] */
export const getAgentTransactionRoute: TypedRoute<undefined, Transaction, { params: 'transactionId' }> = {
  operation: 'getAgentTransaction',
  method: 'GET',
  path: '/agents/me/transactions/{transactionId}',
  params: { transactionId: 'Transaction' },
  answer: Transaction,
  auth: 'bearer',
}

/** `POST /agents/me/transfer-in` [reference]: needs the permission `CREATE_TRANSFERS`. */
export const createAgentTransferInRoute: TypedRoute<TransferBody, AgentAction, { idempotent: true }> = {
  operation: 'createAgentTransferIn',
  method: 'POST',
  path: '/agents/me/transfer-in',
  body: TransferInBody,
  status: 201,
  answer: AgentAction,
  auth: 'bearer',
  idempotent: true,
}

/** `POST /agents/me/transfer-out` [reference]: needs the permission `CREATE_TRANSFERS`. */
export const createAgentTransferOutRoute: TypedRoute<TransferBody, AgentAction, { idempotent: true }> = {
  operation: 'createAgentTransferOut',
  method: 'POST',
  path: '/agents/me/transfer-out',
  body: TransferOutBody,
  status: 201,
  answer: AgentAction,
  auth: 'bearer',
  idempotent: true,
}
