/** The route table: every call of the interface that this project knows. @module */
import {
  challengeCredential,
  createCredential,
  listCredentials,
  revokeCredential,
  verifyCredential,
} from './credentials.js'
import { getCustomer } from './customers.js'
import { listInternalAccounts } from './internal-account-list.js'
import { exportWallet, fundAccount, updatePrivacy } from './internal-accounts.js'
import { createQuote } from './quote-creation.js'
import { executeQuote, getQuote } from './quotes.js'
import type { AnyRoute } from './route.js'
import { listSessions, refreshSession, revokeSession } from './sessions.js'
import { getTransaction, listTransactions } from './transactions.js'

/** One row per call. */
export const routes: readonly AnyRoute[] = [
  createCredential,
  listCredentials,
  challengeCredential,
  verifyCredential,
  revokeCredential,
  listSessions,
  refreshSession,
  revokeSession,
  exportWallet,
  updatePrivacy,
  fundAccount,
  createQuote,
  getQuote,
  executeQuote,
  getCustomer,
  listInternalAccounts,
  listTransactions,
  getTransaction,
]

/** The version segment that the base address ends in (Versioning). */
export const apiVersion = '2025-10-13'
