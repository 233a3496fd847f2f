/** Every call by its name, each with its row of the route table. Long because it is a table. @module */
import type {
  createAgentExternalAccount,
  deleteAgentExternalAccount,
  getAgentExternalAccount,
  listAgentExternalAccounts,
  listAgentInternalAccounts,
} from '../wire/agent-accounts.js'
import type { approveAgentAction, listAgentApprovals, rejectAgentAction } from '../wire/agent-actions.js'
import type {
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
} from '../wire/agent-calls.js'
import type {
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  updateAgent,
  updateAgentPolicy,
} from '../wire/agents.js'
import type {
  createBeneficialOwner,
  getBeneficialOwner,
  listBeneficialOwners,
  updateBeneficialOwner,
} from '../wire/beneficial-owners.js'
import type { getBulkJob, uploadCustomers } from '../wire/bulk-customers.js'
import type { simulateAuthorization, simulateClearing, simulateReturn } from '../wire/card-transactions.js'
import type { createCard, getCard, listCards, updateCard } from '../wire/cards.js'
import type { getConfig, updateConfig } from '../wire/config.js'
import type {
  challengeCredential,
  createCredential,
  listCredentials,
  revokeCredential,
  verifyCredential,
} from '../wire/credentials.js'
import type {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../wire/customers.js'
import type { createDeviceCode, getDeviceCodeStatus, redeemDeviceCode } from '../wire/device-codes.js'
import type { listDiscoveries, listUmaProviders } from '../wire/discovery.js'
import type {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  replaceDocument,
} from '../wire/documents.js'
import type { listExchangeRates } from '../wire/exchange-rates.js'
import type {
  createExternalAccount,
  createPlatformExternalAccount,
  deleteExternalAccount,
  deletePlatformExternalAccount,
  getExternalAccount,
  getPlatformExternalAccount,
  listExternalAccounts,
  listPlatformExternalAccounts,
} from '../wire/external-accounts.js'
import type { listInternalAccounts, listPlatformInternalAccounts } from '../wire/internal-account-list.js'
import type { exportWallet, fundAccount, updatePrivacy } from '../wire/internal-accounts.js'
import type {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  getInvitation,
} from '../wire/invitations.js'
import type { createKycLink } from '../wire/kyc-link.js'
import type { lookUpExternalAccount, lookUpUma } from '../wire/lookups.js'
import type { createQuote } from '../wire/quote-creation.js'
import type { executeQuote, getQuote } from '../wire/quotes.js'
import type { sandboxReceiveUma, sandboxSend } from '../wire/sandbox-payments.js'
import type { listSessions, refreshSession, revokeSession } from '../wire/sessions.js'
import type { createToken, deleteToken, getToken, listTokens } from '../wire/tokens.js'
import type {
  approveTransaction,
  getTransaction,
  listTransactions,
  rejectTransaction,
} from '../wire/transactions.js'
import type { transferIn, transferOut } from '../wire/transfers.js'
import type { createVerification, getVerification, listVerifications } from '../wire/verifications.js'
import type { sendTestWebhook } from '../wire/webhooks.js'
import type { estimateWithdrawalFee } from '../wire/withdrawal-fees.js'

/** The calls of the interface: the name of each is that of a client's method, its type that of its row. */
export interface Calls {
  /** `POST /auth/credentials` */
  readonly createCredential: typeof createCredential
  /** `GET /auth/credentials` */
  readonly listCredentials: typeof listCredentials
  /** `POST /auth/credentials/{id}/challenge` */
  readonly challengeCredential: typeof challengeCredential
  /** `POST /auth/credentials/{id}/verify` */
  readonly verifyCredential: typeof verifyCredential
  /** `DELETE /auth/credentials/{id}` */
  readonly revokeCredential: typeof revokeCredential
  /** `GET /auth/sessions` */
  readonly listSessions: typeof listSessions
  /** `POST /auth/sessions/{id}/refresh` */
  readonly refreshSession: typeof refreshSession
  /** `DELETE /auth/sessions/{id}` */
  readonly revokeSession: typeof revokeSession
  /** `POST /internal-accounts/{id}/export` */
  readonly exportWallet: typeof exportWallet
  /** `PATCH /internal-accounts/{id}` */
  readonly updatePrivacy: typeof updatePrivacy
  /** `POST /sandbox/internal-accounts/{accountId}/fund` */
  readonly fundAccount: typeof fundAccount
  /** `POST /quotes` */
  readonly createQuote: typeof createQuote
  /** `GET /quotes/{quoteId}` */
  readonly getQuote: typeof getQuote
  /** `POST /quotes/{quoteId}/execute` */
  readonly executeQuote: typeof executeQuote
  /** `GET /customers/internal-accounts` */
  readonly listInternalAccounts: typeof listInternalAccounts
  /** `GET /transactions` */
  readonly listTransactions: typeof listTransactions
  /** `GET /transactions/{transactionId}` */
  readonly getTransaction: typeof getTransaction
  /** `POST /transactions/{transactionId}/approve` */
  readonly approveTransaction: typeof approveTransaction
  /** `POST /transactions/{transactionId}/reject` */
  readonly rejectTransaction: typeof rejectTransaction
  /** `POST /transfer-in` */
  readonly transferIn: typeof transferIn
  /** `POST /transfer-out` */
  readonly transferOut: typeof transferOut
  /** `GET /receiver/uma/{address}` */
  readonly lookUpUma: typeof lookUpUma
  /** `GET /receiver/external-account/{externalAccountId}` */
  readonly lookUpExternalAccount: typeof lookUpExternalAccount
  /** `POST /customers/external-accounts` */
  readonly createExternalAccount: typeof createExternalAccount
  /** `GET /customers/external-accounts` */
  readonly listExternalAccounts: typeof listExternalAccounts
  /** `GET /customers/external-accounts/{externalAccountId}` */
  readonly getExternalAccount: typeof getExternalAccount
  /** `DELETE /customers/external-accounts/{externalAccountId}` */
  readonly deleteExternalAccount: typeof deleteExternalAccount
  /** `POST /platform/external-accounts` */
  readonly createPlatformExternalAccount: typeof createPlatformExternalAccount
  /** `GET /platform/external-accounts` */
  readonly listPlatformExternalAccounts: typeof listPlatformExternalAccounts
  /** `GET /platform/external-accounts/{externalAccountId}` */
  readonly getPlatformExternalAccount: typeof getPlatformExternalAccount
  /** `DELETE /platform/external-accounts/{externalAccountId}` */
  readonly deletePlatformExternalAccount: typeof deletePlatformExternalAccount
  /** `GET /platform/internal-accounts` */
  readonly listPlatformInternalAccounts: typeof listPlatformInternalAccounts
  /** `POST /crypto/estimate-withdrawal-fee` */
  readonly estimateWithdrawalFee: typeof estimateWithdrawalFee
  /** `POST /sandbox/send` */
  readonly sandboxSend: typeof sandboxSend
  /** `POST /sandbox/uma/receive` */
  readonly sandboxReceiveUma: typeof sandboxReceiveUma
  /** `POST /agents` */
  readonly createAgent: typeof createAgent
  /** `GET /agents` */
  readonly listAgents: typeof listAgents
  /** `GET /agents/{agentId}` */
  readonly getAgent: typeof getAgent
  /** `PATCH /agents/{agentId}` */
  readonly updateAgent: typeof updateAgent
  /** `PATCH /agents/{agentId}/policy` */
  readonly updateAgentPolicy: typeof updateAgentPolicy
  /** `DELETE /agents/{agentId}` */
  readonly deleteAgent: typeof deleteAgent
  /** `POST /agents/{agentId}/device-codes` */
  readonly createDeviceCode: typeof createDeviceCode
  /** `GET /agents/device-codes/{code}/status` */
  readonly getDeviceCodeStatus: typeof getDeviceCodeStatus
  /** `POST /agents/device-codes/{code}/redeem` */
  readonly redeemDeviceCode: typeof redeemDeviceCode
  /** `GET /agents/approvals` */
  readonly listAgentApprovals: typeof listAgentApprovals
  /** `POST /agents/{agentId}/actions/{actionId}/approve` */
  readonly approveAgentAction: typeof approveAgentAction
  /** `POST /agents/{agentId}/actions/{actionId}/reject` */
  readonly rejectAgentAction: typeof rejectAgentAction
  /** `GET /agents/me` */
  readonly getOwnAgent: typeof getOwnAgent
  /** `POST /agents/me/quotes` */
  readonly createAgentQuote: typeof createAgentQuote
  /** `GET /agents/me/quotes/{quoteId}` */
  readonly getAgentQuote: typeof getAgentQuote
  /** `POST /agents/me/quotes/{quoteId}/execute` */
  readonly executeAgentQuote: typeof executeAgentQuote
  /** `GET /agents/me/actions` */
  readonly listAgentActions: typeof listAgentActions
  /** `GET /agents/me/actions/{actionId}` */
  readonly getAgentAction: typeof getAgentAction
  /** `GET /agents/me/transactions` */
  readonly listAgentTransactions: typeof listAgentTransactions
  /** `GET /agents/me/transactions/{transactionId}` */
  readonly getAgentTransaction: typeof getAgentTransaction
  /** `POST /agents/me/transfer-in` */
  readonly createAgentTransferIn: typeof createAgentTransferIn
  /** `POST /agents/me/transfer-out` */
  readonly createAgentTransferOut: typeof createAgentTransferOut
  /** `GET /agents/me/internal-accounts` */
  readonly listAgentInternalAccounts: typeof listAgentInternalAccounts
  /** `GET /agents/me/external-accounts` */
  readonly listAgentExternalAccounts: typeof listAgentExternalAccounts
  /** `POST /agents/me/external-accounts` */
  readonly createAgentExternalAccount: typeof createAgentExternalAccount
  /** `GET /agents/me/external-accounts/{externalAccountId}` */
  readonly getAgentExternalAccount: typeof getAgentExternalAccount
  /** `DELETE /agents/me/external-accounts/{externalAccountId}` */
  readonly deleteAgentExternalAccount: typeof deleteAgentExternalAccount
  /** `POST /cards` */
  readonly createCard: typeof createCard
  /** `GET /cards` */
  readonly listCards: typeof listCards
  /** `GET /cards/{id}` */
  readonly getCard: typeof getCard
  /** `PATCH /cards/{id}` */
  readonly updateCard: typeof updateCard
  /** `POST /sandbox/cards/{id}/simulate/authorization` */
  readonly simulateAuthorization: typeof simulateAuthorization
  /** `POST /sandbox/cards/{id}/simulate/clearing` */
  readonly simulateClearing: typeof simulateClearing
  /** `POST /sandbox/cards/{id}/simulate/return` */
  readonly simulateReturn: typeof simulateReturn
  /** `POST /sandbox/webhooks/test` */
  readonly sendTestWebhook: typeof sendTestWebhook
  /** `POST /beneficial-owners` */
  readonly createBeneficialOwner: typeof createBeneficialOwner
  /** `GET /beneficial-owners/{id}` */
  readonly getBeneficialOwner: typeof getBeneficialOwner
  /** `GET /beneficial-owners` */
  readonly listBeneficialOwners: typeof listBeneficialOwners
  /** `PATCH /beneficial-owners/{id}` */
  readonly updateBeneficialOwner: typeof updateBeneficialOwner
  /** `GET /customers/bulk/jobs/{jobId}` */
  readonly getBulkJob: typeof getBulkJob
  /** `POST /customers/bulk/csv` */
  readonly uploadCustomers: typeof uploadCustomers
  /** `GET /config` */
  readonly getConfig: typeof getConfig
  /** `PATCH /config` */
  readonly updateConfig: typeof updateConfig
  /** `POST /customers` */
  readonly createCustomer: typeof createCustomer
  /** `DELETE /customers/{customerId}` */
  readonly deleteCustomer: typeof deleteCustomer
  /** `GET /customers/{customerId}` */
  readonly getCustomer: typeof getCustomer
  /** `GET /customers` */
  readonly listCustomers: typeof listCustomers
  /** `PATCH /customers/{customerId}` */
  readonly updateCustomer: typeof updateCustomer
  /** `GET /discoveries` */
  readonly listDiscoveries: typeof listDiscoveries
  /** `GET /uma-providers` */
  readonly listUmaProviders: typeof listUmaProviders
  /** `POST /documents` */
  readonly createDocument: typeof createDocument
  /** `DELETE /documents/{id}` */
  readonly deleteDocument: typeof deleteDocument
  /** `GET /documents/{id}` */
  readonly getDocument: typeof getDocument
  /** `GET /documents` */
  readonly listDocuments: typeof listDocuments
  /** `PUT /documents/{id}` */
  readonly replaceDocument: typeof replaceDocument
  /** `GET /exchange-rates` */
  readonly listExchangeRates: typeof listExchangeRates
  /** `POST /invitations/{invitationCode}/cancel` */
  readonly cancelInvitation: typeof cancelInvitation
  /** `POST /invitations/{invitationCode}/claim` */
  readonly claimInvitation: typeof claimInvitation
  /** `POST /invitations` */
  readonly createInvitation: typeof createInvitation
  /** `GET /invitations/{invitationCode}` */
  readonly getInvitation: typeof getInvitation
  /** `POST /customers/{customerId}/kyc-link` */
  readonly createKycLink: typeof createKycLink
  /** `POST /tokens` */
  readonly createToken: typeof createToken
  /** `DELETE /tokens/{id}` */
  readonly deleteToken: typeof deleteToken
  /** `GET /tokens/{id}` */
  readonly getToken: typeof getToken
  /** `GET /tokens` */
  readonly listTokens: typeof listTokens
  /** `POST /verifications` */
  readonly createVerification: typeof createVerification
  /** `GET /verifications/{id}` */
  readonly getVerification: typeof getVerification
  /** `GET /verifications` */
  readonly listVerifications: typeof listVerifications
}
