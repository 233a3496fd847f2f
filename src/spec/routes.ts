/** The route table: every call of the interface that this project knows. @module */
import { approveAgentAction, listAgentApprovals, rejectAgentAction } from './agent-actions.js'
import {
  createAgentQuote,
  executeAgentQuote,
  getAgentAction,
  getAgentQuote,
  getAgentTransaction,
  getOwnAgent,
  listAgentActions,
  listAgentInternalAccounts,
  listAgentTransactions,
} from './agent-calls.js'
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent, updateAgentPolicy } from './agents.js'
import { simulateAuthorization, simulateClearing, simulateReturn } from './card-transactions.js'
import { createCard, getCard, listCards, updateCard } from './cards.js'
import {
  challengeCredential,
  createCredential,
  listCredentials,
  revokeCredential,
  verifyCredential,
} from './credentials.js'
import { getCustomer } from './customers.js'
import { createDeviceCode, getDeviceCodeStatus, redeemDeviceCode } from './device-codes.js'
import { listInternalAccounts } from './internal-account-list.js'
import { exportWallet, fundAccount, updatePrivacy } from './internal-accounts.js'
import { createQuote } from './quote-creation.js'
import { executeQuote, getQuote } from './quotes.js'
import type { AnyRoute } from './route.js'
import { listSessions, refreshSession, revokeSession } from './sessions.js'
import { getTransaction, listTransactions } from './transactions.js'
import { sendTestWebhook } from './webhooks.js'

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
  createAgent,
  listAgents,
  getAgent,
  updateAgent,
  updateAgentPolicy,
  deleteAgent,
  createDeviceCode,
  getDeviceCodeStatus,
  redeemDeviceCode,
  listAgentApprovals,
  approveAgentAction,
  rejectAgentAction,
  getOwnAgent,
  createAgentQuote,
  getAgentQuote,
  executeAgentQuote,
  listAgentActions,
  getAgentAction,
  listAgentTransactions,
  getAgentTransaction,
  listAgentInternalAccounts,
  createCard,
  listCards,
  getCard,
  updateCard,
  simulateAuthorization,
  simulateClearing,
  simulateReturn,
  sendTestWebhook,
]

/** The version segment that the base address ends in (Versioning). */
export const apiVersion = '2025-10-13'
