/** The route table: every call of the interface that this project knows. @module */

import {
  createAgentExternalAccount,
  deleteAgentExternalAccount,
  getAgentExternalAccount,
  listAgentExternalAccounts,
  listAgentInternalAccounts,
} from './agent-accounts.js'
import { approveAgentAction, listAgentApprovals, rejectAgentAction } from './agent-actions.js'
import {
  createAgentQuote,
  createAgentTransferIn,
  createAgentTransferOut,
  executeAgentQuote,
  getAgentAction,
  getAgentQuote,
  getAgentTransaction,
  getOwnAgent,
  listAgentActions,
  listAgentTransactions,
} from './agent-calls.js'
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent, updateAgentPolicy } from './agents.js'
import {
  createBeneficialOwner,
  getBeneficialOwner,
  listBeneficialOwners,
  updateBeneficialOwner,
} from './beneficial-owners.js'
import { getBulkJob, uploadCustomers } from './bulk-customers.js'
import { simulateAuthorization, simulateClearing, simulateReturn } from './card-transactions.js'
import { createCard, getCard, listCards, updateCard } from './cards.js'
import { getConfig, updateConfig } from './config.js'
import {
  challengeCredential,
  createCredential,
  listCredentials,
  revokeCredential,
  verifyCredential,
} from './credentials.js'
import { createCustomer, deleteCustomer, getCustomer, listCustomers, updateCustomer } from './customers.js'
import { createDeviceCode, getDeviceCodeStatus, redeemDeviceCode } from './device-codes.js'
import { listDiscoveries, listUmaProviders } from './discovery.js'
import { createDocument, deleteDocument, getDocument, listDocuments, replaceDocument } from './documents.js'
import { listExchangeRates } from './exchange-rates.js'
import {
  createExternalAccount,
  createPlatformExternalAccount,
  deleteExternalAccount,
  deletePlatformExternalAccount,
  getExternalAccount,
  getPlatformExternalAccount,
  listExternalAccounts,
  listPlatformExternalAccounts,
} from './external-accounts.js'
import { listInternalAccounts, listPlatformInternalAccounts } from './internal-account-list.js'
import { exportWallet, fundAccount, updatePrivacy } from './internal-accounts.js'
import { cancelInvitation, claimInvitation, createInvitation, getInvitation } from './invitations.js'
import { createKycLink } from './kyc-link.js'
import { lookUpExternalAccount, lookUpUma } from './lookups.js'
import { createQuote } from './quote-creation.js'
import { executeQuote, getQuote } from './quotes.js'
import type { AnyRoute } from './route.js'
import { sandboxReceiveUma, sandboxSend } from './sandbox-payments.js'
import { listSessions, refreshSession, revokeSession } from './sessions.js'
import { createToken, deleteToken, getToken, listTokens } from './tokens.js'
import { approveTransaction, getTransaction, listTransactions, rejectTransaction } from './transactions.js'
import { transferIn, transferOut } from './transfers.js'
import { createVerification, getVerification, listVerifications } from './verifications.js'
import { sendTestWebhook } from './webhooks.js'
import { estimateWithdrawalFee } from './withdrawal-fees.js'

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
  listInternalAccounts,
  listTransactions,
  getTransaction,
  approveTransaction,
  rejectTransaction,
  transferIn,
  transferOut,
  lookUpUma,
  lookUpExternalAccount,
  createExternalAccount,
  listExternalAccounts,
  getExternalAccount,
  deleteExternalAccount,
  createPlatformExternalAccount,
  listPlatformExternalAccounts,
  getPlatformExternalAccount,
  deletePlatformExternalAccount,
  listPlatformInternalAccounts,
  estimateWithdrawalFee,
  sandboxSend,
  sandboxReceiveUma,
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
  createAgentTransferIn,
  createAgentTransferOut,
  listAgentInternalAccounts,
  listAgentExternalAccounts,
  createAgentExternalAccount,
  getAgentExternalAccount,
  deleteAgentExternalAccount,
  createCard,
  listCards,
  getCard,
  updateCard,
  simulateAuthorization,
  simulateClearing,
  simulateReturn,
  sendTestWebhook,
  createBeneficialOwner,
  getBeneficialOwner,
  listBeneficialOwners,
  updateBeneficialOwner,
  getBulkJob,
  uploadCustomers,
  getConfig,
  updateConfig,
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
  listDiscoveries,
  listUmaProviders,
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  replaceDocument,
  listExchangeRates,
  cancelInvitation,
  claimInvitation,
  createInvitation,
  getInvitation,
  createKycLink,
  createToken,
  deleteToken,
  getToken,
  listTokens,
  createVerification,
  getVerification,
  listVerifications,
]

/** The version segment that the base address ends in (Versioning). */
export const apiVersion = '2025-10-13'
