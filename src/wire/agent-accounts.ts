/**
 * Routes for the accounts that an agent can see (Agent-scoped calls). All except
 * `GET /agents/me/external-accounts/{externalAccountId}` are from the public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import {
  CreateExternalAccountBody as Body,
  type CreateExternalAccountBody,
  ExternalAccount,
} from './external-accounts.js'
import { InternalAccount } from './internal-accounts.js'
import { CurrencyCode } from './money.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import { text } from './schema.js'

/** Filters of {@link listAgentInternalAccountsRoute}. */
export interface AgentInternalAccountFilters extends PageFilters {
  readonly currency?: string
  readonly type?: string
}

/**
 * `GET /agents/me/internal-accounts` [reference]. The filters `currency` and `type` are not publicly documented
 * [our choice].
 */
export const listAgentInternalAccountsRoute: TypedRoute<
  undefined,
  Page<InternalAccount>,
  { filters: AgentInternalAccountFilters }
> = {
  operation: 'listAgentInternalAccounts',
  method: 'GET',
  path: '/agents/me/internal-accounts',
  filters: { ...pageFilters, currency: CurrencyCode, type: text(64) },
  answer: pageOf(InternalAccount),
  auth: 'bearer',
}

/** Filters of {@link listAgentExternalAccountsRoute}. */
export interface AgentExternalAccountFilters extends PageFilters {
  readonly currency?: string
}

/** `GET /agents/me/external-accounts` [reference] */
export const listAgentExternalAccountsRoute: TypedRoute<
  undefined,
  Page<ExternalAccount>,
  { filters: AgentExternalAccountFilters }
> = {
  operation: 'listAgentExternalAccounts',
  method: 'GET',
  path: '/agents/me/external-accounts',
  filters: { ...pageFilters, currency: CurrencyCode },
  answer: pageOf(ExternalAccount),
  auth: 'bearer',
}

/**
 * `POST /agents/me/external-accounts` [reference]: needs the permission `MANAGE_EXTERNAL_ACCOUNTS`. The new account
 * belongs to the agent's customer.
 */
export const createAgentExternalAccountRoute: TypedRoute<CreateExternalAccountBody, ExternalAccount> = {
  operation: 'createAgentExternalAccount',
  method: 'POST',
  path: '/agents/me/external-accounts',
  body: Body,
  status: 201,
  answer: ExternalAccount,
  auth: 'bearer',
}

/** `GET /agents/me/external-accounts/{externalAccountId}` */
export const getAgentExternalAccountRoute: TypedRoute<
  undefined,
  ExternalAccount,
  { params: 'externalAccountId' }
> = {
  operation: 'getAgentExternalAccount',
  method: 'GET',
  path: '/agents/me/external-accounts/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  answer: ExternalAccount,
  auth: 'bearer',
}

/**
 * `DELETE /agents/me/external-accounts/{externalAccountId}` [reference]: needs the permission
 * `MANAGE_EXTERNAL_ACCOUNTS`.
 */
export const deleteAgentExternalAccountRoute: TypedRoute<
  undefined,
  undefined,
  { params: 'externalAccountId' }
> = {
  operation: 'deleteAgentExternalAccount',
  method: 'DELETE',
  path: '/agents/me/external-accounts/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  status: 204,
  answer: v.undefined(),
  auth: 'bearer',
}
