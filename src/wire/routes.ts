/** The route table, with a row for every call of the service's API that this project knows. @module */
import * as agentAccounts from './agent-accounts.js'
import * as agentActions from './agent-actions.js'
import * as agentCalls from './agent-calls.js'
import * as agents from './agents.js'
import * as beneficialOwners from './beneficial-owners.js'
import * as bulkCustomers from './bulk-customers.js'
import * as cardTransactions from './card-transactions.js'
import * as cards from './cards.js'
import * as config from './config.js'
import * as credentials from './credentials.js'
import * as customers from './customers.js'
import * as deviceCodes from './device-codes.js'
import * as discovery from './discovery.js'
import * as documents from './documents.js'
import * as exchangeRates from './exchange-rates.js'
import * as externalAccounts from './external-accounts.js'
import * as internalAccountList from './internal-account-list.js'
import * as internalAccounts from './internal-accounts.js'
import * as invitations from './invitations.js'
import * as kycLink from './kyc-link.js'
import * as lookups from './lookups.js'
import * as quoteAuthorization from './quote-authorization.js'
import * as quoteCreation from './quote-creation.js'
import * as quotes from './quotes.js'
import type { AnyRoute } from './route.js'
import * as sandboxPayments from './sandbox-payments.js'
import * as sessions from './sessions.js'
import * as tokens from './tokens.js'
import * as transactions from './transactions.js'
import * as transfers from './transfers.js'
import * as verifications from './verifications.js'
import * as webhooks from './webhooks.js'
import * as withdrawalFees from './withdrawal-fees.js'

/** The types of a module's rows, by call name. The row of the call `createQuote` is the export `createQuoteRoute`. */
type RowsOf<Module> = {
  readonly [Name in keyof Module as Name extends `${infer Call}Route` ? Call : never]: Module[Name]
}

/** The type of each row, by the name of its call. Add a new module of rows here and to `modules` below. */
export interface Calls
  extends RowsOf<typeof agentAccounts>,
    RowsOf<typeof agentActions>,
    RowsOf<typeof agentCalls>,
    RowsOf<typeof agents>,
    RowsOf<typeof beneficialOwners>,
    RowsOf<typeof bulkCustomers>,
    RowsOf<typeof cardTransactions>,
    RowsOf<typeof cards>,
    RowsOf<typeof config>,
    RowsOf<typeof credentials>,
    RowsOf<typeof customers>,
    RowsOf<typeof deviceCodes>,
    RowsOf<typeof discovery>,
    RowsOf<typeof documents>,
    RowsOf<typeof exchangeRates>,
    RowsOf<typeof externalAccounts>,
    RowsOf<typeof internalAccountList>,
    RowsOf<typeof internalAccounts>,
    RowsOf<typeof invitations>,
    RowsOf<typeof kycLink>,
    RowsOf<typeof lookups>,
    RowsOf<typeof quoteAuthorization>,
    RowsOf<typeof quoteCreation>,
    RowsOf<typeof quotes>,
    RowsOf<typeof sandboxPayments>,
    RowsOf<typeof sessions>,
    RowsOf<typeof tokens>,
    RowsOf<typeof transactions>,
    RowsOf<typeof transfers>,
    RowsOf<typeof verifications>,
    RowsOf<typeof webhooks>,
    RowsOf<typeof withdrawalFees> {}

/** All modules with rows. {@link routes} keeps their order. */
const modules: readonly object[] = [
  credentials,
  sessions,
  internalAccounts,
  quoteCreation,
  quotes,
  quoteAuthorization,
  internalAccountList,
  transactions,
  transfers,
  lookups,
  externalAccounts,
  withdrawalFees,
  sandboxPayments,
  agents,
  deviceCodes,
  agentActions,
  agentCalls,
  agentAccounts,
  cards,
  cardTransactions,
  webhooks,
  beneficialOwners,
  bulkCustomers,
  config,
  customers,
  discovery,
  documents,
  exchangeRates,
  invitations,
  kycLink,
  tokens,
  verifications,
]

/** One row for each call. */
export const routes: readonly AnyRoute[] = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, row]) => (name.endsWith('Route') ? [row] : [])),
)

/** The version of the service's API, which is the last segment of the base URL (Versioning). */
export const apiVersion = '2025-10-13'
