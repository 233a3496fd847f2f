/** Schemas and routes of the external accounts of customers and of the platform (ExternalAccount). @module */
import * as v from 'valibot'
import { AccountInfo, AccountInfoBody } from './account-info.js'
import { CurrencyCode } from './money.js'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, object, openSet, type Schema, text, withDefault } from './schema.js'

/** The statuses of an external account. */
export const externalAccountStatuses = ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'] as const

/** The results of checking the beneficiary's name. */
export const beneficiaryVerificationStatuses = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const

/** An account outside the service. It belongs to a customer or to the platform. */
export interface ExternalAccount {
  /** `ExternalAccount:<uuid>` */
  readonly id: string
  readonly status: (typeof externalAccountStatuses)[number] | Unlisted
  /** A currency code in the style of ISO 4217, such as `USD` or `BTC`. */
  readonly currency: string
  readonly accountInfo: AccountInfo
  /** The customer who owns the account. `null` or absent if the platform owns it. */
  readonly customerId?: string | null
  readonly platformAccountId?: string
  /**
   * Whether the customer's incoming UMA payments go to this account instead of the primary internal account. A customer
   * has at most one such account.
   */
  readonly defaultUmaDepositAccount?: boolean
  readonly beneficiaryVerificationStatus?: (typeof beneficiaryVerificationStatuses)[number] | Unlisted
  /** What the payment rail reports about the account's owner, such as `fullName`. */
  readonly beneficiaryVerifiedData?: Readonly<Record<string, unknown>>
}

export const ExternalAccount: Schema<ExternalAccount> = looseObject({
  id: id('ExternalAccount'),
  status: openSet(externalAccountStatuses),
  currency: CurrencyCode,
  accountInfo: AccountInfo,
  customerId: v.exactOptional(v.nullable(id('Customer'))),
  platformAccountId: v.exactOptional(text(256)),
  defaultUmaDepositAccount: v.exactOptional(withDefault(v.boolean(), false)),
  beneficiaryVerificationStatus: v.exactOptional(openSet(beneficiaryVerificationStatuses)),
  beneficiaryVerifiedData: v.exactOptional(looseObject({})),
})

/** Body of {@link createPlatformExternalAccountRoute} [reference]. */
export interface CreatePlatformExternalAccountBody {
  readonly currency: string
  readonly accountInfo: AccountInfoBody
  readonly platformAccountId?: string
}

/** Body of {@link createExternalAccountRoute} and of `createAgentExternalAccountRoute` [reference]. */
export interface CreateExternalAccountBody extends CreatePlatformExternalAccountBody {
  /** If it is absent, the platform owns the account or, if an agent makes the call, the agent's customer does. */
  readonly customerId?: string
  /** Default `false`. */
  readonly defaultUmaDepositAccount?: boolean
}

const platformEntries = {
  currency: CurrencyCode,
  accountInfo: AccountInfoBody,
  platformAccountId: v.exactOptional(text(256)),
}

export const CreatePlatformExternalAccountBody: Schema<CreatePlatformExternalAccountBody> =
  object(platformEntries)

export const CreateExternalAccountBody: Schema<CreateExternalAccountBody> = object({
  ...platformEntries,
  customerId: v.exactOptional(id('Customer')),
  defaultUmaDepositAccount: v.exactOptional(withDefault(v.boolean(), false)),
})

/** Filters of {@link listExternalAccountsRoute}. */
export interface ExternalAccountFilters extends PageFilters {
  readonly customerId?: string
  readonly currency?: string
}

/** `GET /customers/external-accounts` [reference] */
export const listExternalAccountsRoute: TypedRoute<
  undefined,
  Page<ExternalAccount>,
  { filters: ExternalAccountFilters }
> = {
  operation: 'listExternalAccounts',
  method: 'GET',
  path: '/customers/external-accounts',
  filters: { ...pageFilters, customerId: id('Customer'), currency: CurrencyCode },
  answer: pageOf(ExternalAccount),
}

/**
 * `POST /customers/external-accounts` [reference]. Answers 400 if the beneficiary check finds no such account, and 409
 * if the owner already has the account.
 */
export const createExternalAccountRoute: TypedRoute<CreateExternalAccountBody, ExternalAccount> = {
  operation: 'createExternalAccount',
  method: 'POST',
  path: '/customers/external-accounts',
  body: CreateExternalAccountBody,
  status: 201,
  answer: ExternalAccount,
}

/** `GET /customers/external-accounts/{externalAccountId}` [reference] */
export const getExternalAccountRoute: TypedRoute<
  undefined,
  ExternalAccount,
  { params: 'externalAccountId' }
> = {
  operation: 'getExternalAccount',
  method: 'GET',
  path: '/customers/external-accounts/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  answer: ExternalAccount,
}

/** `DELETE /customers/external-accounts/{externalAccountId}` [reference] */
export const deleteExternalAccountRoute: TypedRoute<undefined, undefined, { params: 'externalAccountId' }> = {
  operation: 'deleteExternalAccount',
  method: 'DELETE',
  path: '/customers/external-accounts/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  status: 204,
  answer: v.undefined(),
}

/** Filters of {@link listPlatformExternalAccountsRoute}. */
export interface PlatformExternalAccountFilters extends PageFilters {
  readonly currency?: string
}

/** `GET /platform/external-accounts` [reference] */
export const listPlatformExternalAccountsRoute: TypedRoute<
  undefined,
  Page<ExternalAccount>,
  { filters: PlatformExternalAccountFilters }
> = {
  operation: 'listPlatformExternalAccounts',
  method: 'GET',
  path: '/platform/external-accounts',
  filters: { ...pageFilters, currency: CurrencyCode },
  answer: pageOf(ExternalAccount),
}

/** `POST /platform/external-accounts` [reference] */
export const createPlatformExternalAccountRoute: TypedRoute<
  CreatePlatformExternalAccountBody,
  ExternalAccount
> = {
  operation: 'createPlatformExternalAccount',
  method: 'POST',
  path: '/platform/external-accounts',
  body: CreatePlatformExternalAccountBody,
  status: 201,
  answer: ExternalAccount,
}

/** `GET /platform/external-accounts/{externalAccountId}` [reference] */
export const getPlatformExternalAccountRoute: TypedRoute<
  undefined,
  ExternalAccount,
  { params: 'externalAccountId' }
> = {
  operation: 'getPlatformExternalAccount',
  method: 'GET',
  path: '/platform/external-accounts/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  answer: ExternalAccount,
}

/** `DELETE /platform/external-accounts/{externalAccountId}` [reference] */
export const deletePlatformExternalAccountRoute: TypedRoute<
  undefined,
  undefined,
  { params: 'externalAccountId' }
> = {
  operation: 'deletePlatformExternalAccount',
  method: 'DELETE',
  path: '/platform/external-accounts/{externalAccountId}',
  params: { externalAccountId: 'ExternalAccount' },
  status: 204,
  answer: v.undefined(),
}
