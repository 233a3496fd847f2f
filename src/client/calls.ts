/** Every call by its name, each with its row of the route table. Long because it is a table. @module */
import type {
  createAgentExternalAccountRoute,
  deleteAgentExternalAccountRoute,
  getAgentExternalAccountRoute,
  listAgentExternalAccountsRoute,
  listAgentInternalAccountsRoute,
} from '../wire/agent-accounts.js'
import type {
  approveAgentActionRoute,
  listAgentApprovalsRoute,
  rejectAgentActionRoute,
} from '../wire/agent-actions.js'
import type {
  createAgentQuoteRoute,
  createAgentTransferInRoute,
  createAgentTransferOutRoute,
  executeAgentQuoteRoute,
  getAgentActionRoute,
  getAgentQuoteRoute,
  getAgentTransactionRoute,
  getOwnAgentRoute,
  listAgentActionsRoute,
  listAgentTransactionsRoute,
} from '../wire/agent-calls.js'
import type {
  createAgentRoute,
  deleteAgentRoute,
  getAgentRoute,
  listAgentsRoute,
  updateAgentPolicyRoute,
  updateAgentRoute,
} from '../wire/agents.js'
import type {
  createBeneficialOwnerRoute,
  getBeneficialOwnerRoute,
  listBeneficialOwnersRoute,
  updateBeneficialOwnerRoute,
} from '../wire/beneficial-owners.js'
import type { getBulkJobRoute, uploadCustomersRoute } from '../wire/bulk-customers.js'
import type {
  simulateAuthorizationRoute,
  simulateClearingRoute,
  simulateReturnRoute,
} from '../wire/card-transactions.js'
import type { createCardRoute, getCardRoute, listCardsRoute, updateCardRoute } from '../wire/cards.js'
import type { getConfigRoute, updateConfigRoute } from '../wire/config.js'
import type {
  challengeCredentialRoute,
  createCredentialRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from '../wire/credentials.js'
import type {
  createCustomerRoute,
  deleteCustomerRoute,
  getCustomerRoute,
  listCustomersRoute,
  updateCustomerRoute,
} from '../wire/customers.js'
import type {
  createDeviceCodeRoute,
  getDeviceCodeStatusRoute,
  redeemDeviceCodeRoute,
} from '../wire/device-codes.js'
import type { listDiscoveriesRoute, listUmaProvidersRoute } from '../wire/discovery.js'
import type {
  createDocumentRoute,
  deleteDocumentRoute,
  getDocumentRoute,
  listDocumentsRoute,
  replaceDocumentRoute,
} from '../wire/documents.js'
import type { listExchangeRatesRoute } from '../wire/exchange-rates.js'
import type {
  createExternalAccountRoute,
  createPlatformExternalAccountRoute,
  deleteExternalAccountRoute,
  deletePlatformExternalAccountRoute,
  getExternalAccountRoute,
  getPlatformExternalAccountRoute,
  listExternalAccountsRoute,
  listPlatformExternalAccountsRoute,
} from '../wire/external-accounts.js'
import type {
  listInternalAccountsRoute,
  listPlatformInternalAccountsRoute,
} from '../wire/internal-account-list.js'
import type { exportWalletRoute, fundAccountRoute, updatePrivacyRoute } from '../wire/internal-accounts.js'
import type {
  cancelInvitationRoute,
  claimInvitationRoute,
  createInvitationRoute,
  getInvitationRoute,
} from '../wire/invitations.js'
import type { createKycLinkRoute } from '../wire/kyc-link.js'
import type { lookUpExternalAccountRoute, lookUpUmaRoute } from '../wire/lookups.js'
import type { createQuoteRoute } from '../wire/quote-creation.js'
import type { executeQuoteRoute, getQuoteRoute } from '../wire/quotes.js'
import type { sandboxReceiveUmaRoute, sandboxSendRoute } from '../wire/sandbox-payments.js'
import type { listSessionsRoute, refreshSessionRoute, revokeSessionRoute } from '../wire/sessions.js'
import type { createTokenRoute, deleteTokenRoute, getTokenRoute, listTokensRoute } from '../wire/tokens.js'
import type {
  approveTransactionRoute,
  getTransactionRoute,
  listTransactionsRoute,
  rejectTransactionRoute,
} from '../wire/transactions.js'
import type { transferInRoute, transferOutRoute } from '../wire/transfers.js'
import type {
  createVerificationRoute,
  getVerificationRoute,
  listVerificationsRoute,
} from '../wire/verifications.js'
import type { sendTestWebhookRoute } from '../wire/webhooks.js'
import type { estimateWithdrawalFeeRoute } from '../wire/withdrawal-fees.js'

/** The calls of the interface: the name of each is that of a client's method, its type that of its row. */
export interface Calls {
  /** `POST /auth/credentials` */
  readonly createCredential: typeof createCredentialRoute
  /** `GET /auth/credentials` */
  readonly listCredentials: typeof listCredentialsRoute
  /** `POST /auth/credentials/{id}/challenge` */
  readonly challengeCredential: typeof challengeCredentialRoute
  /** `POST /auth/credentials/{id}/verify` */
  readonly verifyCredential: typeof verifyCredentialRoute
  /** `DELETE /auth/credentials/{id}` */
  readonly revokeCredential: typeof revokeCredentialRoute
  /** `GET /auth/sessions` */
  readonly listSessions: typeof listSessionsRoute
  /** `POST /auth/sessions/{id}/refresh` */
  readonly refreshSession: typeof refreshSessionRoute
  /** `DELETE /auth/sessions/{id}` */
  readonly revokeSession: typeof revokeSessionRoute
  /** `POST /internal-accounts/{id}/export` */
  readonly exportWallet: typeof exportWalletRoute
  /** `PATCH /internal-accounts/{id}` */
  readonly updatePrivacy: typeof updatePrivacyRoute
  /** `POST /sandbox/internal-accounts/{accountId}/fund` */
  readonly fundAccount: typeof fundAccountRoute
  /** `POST /quotes` */
  readonly createQuote: typeof createQuoteRoute
  /** `GET /quotes/{quoteId}` */
  readonly getQuote: typeof getQuoteRoute
  /** `POST /quotes/{quoteId}/execute` */
  readonly executeQuote: typeof executeQuoteRoute
  /** `GET /customers/internal-accounts` */
  readonly listInternalAccounts: typeof listInternalAccountsRoute
  /** `GET /transactions` */
  readonly listTransactions: typeof listTransactionsRoute
  /** `GET /transactions/{transactionId}` */
  readonly getTransaction: typeof getTransactionRoute
  /** `POST /transactions/{transactionId}/approve` */
  readonly approveTransaction: typeof approveTransactionRoute
  /** `POST /transactions/{transactionId}/reject` */
  readonly rejectTransaction: typeof rejectTransactionRoute
  /** `POST /transfer-in` */
  readonly transferIn: typeof transferInRoute
  /** `POST /transfer-out` */
  readonly transferOut: typeof transferOutRoute
  /** `GET /receiver/uma/{address}` */
  readonly lookUpUma: typeof lookUpUmaRoute
  /** `GET /receiver/external-account/{externalAccountId}` */
  readonly lookUpExternalAccount: typeof lookUpExternalAccountRoute
  /** `POST /customers/external-accounts` */
  readonly createExternalAccount: typeof createExternalAccountRoute
  /** `GET /customers/external-accounts` */
  readonly listExternalAccounts: typeof listExternalAccountsRoute
  /** `GET /customers/external-accounts/{externalAccountId}` */
  readonly getExternalAccount: typeof getExternalAccountRoute
  /** `DELETE /customers/external-accounts/{externalAccountId}` */
  readonly deleteExternalAccount: typeof deleteExternalAccountRoute
  /** `POST /platform/external-accounts` */
  readonly createPlatformExternalAccount: typeof createPlatformExternalAccountRoute
  /** `GET /platform/external-accounts` */
  readonly listPlatformExternalAccounts: typeof listPlatformExternalAccountsRoute
  /** `GET /platform/external-accounts/{externalAccountId}` */
  readonly getPlatformExternalAccount: typeof getPlatformExternalAccountRoute
  /** `DELETE /platform/external-accounts/{externalAccountId}` */
  readonly deletePlatformExternalAccount: typeof deletePlatformExternalAccountRoute
  /** `GET /platform/internal-accounts` */
  readonly listPlatformInternalAccounts: typeof listPlatformInternalAccountsRoute
  /** `POST /crypto/estimate-withdrawal-fee` */
  readonly estimateWithdrawalFee: typeof estimateWithdrawalFeeRoute
  /** `POST /sandbox/send` */
  readonly sandboxSend: typeof sandboxSendRoute
  /** `POST /sandbox/uma/receive` */
  readonly sandboxReceiveUma: typeof sandboxReceiveUmaRoute
  /** `POST /agents` */
  readonly createAgent: typeof createAgentRoute
  /** `GET /agents` */
  readonly listAgents: typeof listAgentsRoute
  /** `GET /agents/{agentId}` */
  readonly getAgent: typeof getAgentRoute
  /** `PATCH /agents/{agentId}` */
  readonly updateAgent: typeof updateAgentRoute
  /** `PATCH /agents/{agentId}/policy` */
  readonly updateAgentPolicy: typeof updateAgentPolicyRoute
  /** `DELETE /agents/{agentId}` */
  readonly deleteAgent: typeof deleteAgentRoute
  /** `POST /agents/{agentId}/device-codes` */
  readonly createDeviceCode: typeof createDeviceCodeRoute
  /** `GET /agents/device-codes/{code}/status` */
  readonly getDeviceCodeStatus: typeof getDeviceCodeStatusRoute
  /** `POST /agents/device-codes/{code}/redeem` */
  readonly redeemDeviceCode: typeof redeemDeviceCodeRoute
  /** `GET /agents/approvals` */
  readonly listAgentApprovals: typeof listAgentApprovalsRoute
  /** `POST /agents/{agentId}/actions/{actionId}/approve` */
  readonly approveAgentAction: typeof approveAgentActionRoute
  /** `POST /agents/{agentId}/actions/{actionId}/reject` */
  readonly rejectAgentAction: typeof rejectAgentActionRoute
  /** `GET /agents/me` */
  readonly getOwnAgent: typeof getOwnAgentRoute
  /** `POST /agents/me/quotes` */
  readonly createAgentQuote: typeof createAgentQuoteRoute
  /** `GET /agents/me/quotes/{quoteId}` */
  readonly getAgentQuote: typeof getAgentQuoteRoute
  /** `POST /agents/me/quotes/{quoteId}/execute` */
  readonly executeAgentQuote: typeof executeAgentQuoteRoute
  /** `GET /agents/me/actions` */
  readonly listAgentActions: typeof listAgentActionsRoute
  /** `GET /agents/me/actions/{actionId}` */
  readonly getAgentAction: typeof getAgentActionRoute
  /** `GET /agents/me/transactions` */
  readonly listAgentTransactions: typeof listAgentTransactionsRoute
  /** `GET /agents/me/transactions/{transactionId}` */
  readonly getAgentTransaction: typeof getAgentTransactionRoute
  /** `POST /agents/me/transfer-in` */
  readonly createAgentTransferIn: typeof createAgentTransferInRoute
  /** `POST /agents/me/transfer-out` */
  readonly createAgentTransferOut: typeof createAgentTransferOutRoute
  /** `GET /agents/me/internal-accounts` */
  readonly listAgentInternalAccounts: typeof listAgentInternalAccountsRoute
  /** `GET /agents/me/external-accounts` */
  readonly listAgentExternalAccounts: typeof listAgentExternalAccountsRoute
  /** `POST /agents/me/external-accounts` */
  readonly createAgentExternalAccount: typeof createAgentExternalAccountRoute
  /** `GET /agents/me/external-accounts/{externalAccountId}` */
  readonly getAgentExternalAccount: typeof getAgentExternalAccountRoute
  /** `DELETE /agents/me/external-accounts/{externalAccountId}` */
  readonly deleteAgentExternalAccount: typeof deleteAgentExternalAccountRoute
  /** `POST /cards` */
  readonly createCard: typeof createCardRoute
  /** `GET /cards` */
  readonly listCards: typeof listCardsRoute
  /** `GET /cards/{id}` */
  readonly getCard: typeof getCardRoute
  /** `PATCH /cards/{id}` */
  readonly updateCard: typeof updateCardRoute
  /** `POST /sandbox/cards/{id}/simulate/authorization` */
  readonly simulateAuthorization: typeof simulateAuthorizationRoute
  /** `POST /sandbox/cards/{id}/simulate/clearing` */
  readonly simulateClearing: typeof simulateClearingRoute
  /** `POST /sandbox/cards/{id}/simulate/return` */
  readonly simulateReturn: typeof simulateReturnRoute
  /** `POST /sandbox/webhooks/test` */
  readonly sendTestWebhook: typeof sendTestWebhookRoute
  /** `POST /beneficial-owners` */
  readonly createBeneficialOwner: typeof createBeneficialOwnerRoute
  /** `GET /beneficial-owners/{id}` */
  readonly getBeneficialOwner: typeof getBeneficialOwnerRoute
  /** `GET /beneficial-owners` */
  readonly listBeneficialOwners: typeof listBeneficialOwnersRoute
  /** `PATCH /beneficial-owners/{id}` */
  readonly updateBeneficialOwner: typeof updateBeneficialOwnerRoute
  /** `GET /customers/bulk/jobs/{jobId}` */
  readonly getBulkJob: typeof getBulkJobRoute
  /** `POST /customers/bulk/csv` */
  readonly uploadCustomers: typeof uploadCustomersRoute
  /** `GET /config` */
  readonly getConfig: typeof getConfigRoute
  /** `PATCH /config` */
  readonly updateConfig: typeof updateConfigRoute
  /** `POST /customers` */
  readonly createCustomer: typeof createCustomerRoute
  /** `DELETE /customers/{customerId}` */
  readonly deleteCustomer: typeof deleteCustomerRoute
  /** `GET /customers/{customerId}` */
  readonly getCustomer: typeof getCustomerRoute
  /** `GET /customers` */
  readonly listCustomers: typeof listCustomersRoute
  /** `PATCH /customers/{customerId}` */
  readonly updateCustomer: typeof updateCustomerRoute
  /** `GET /discoveries` */
  readonly listDiscoveries: typeof listDiscoveriesRoute
  /** `GET /uma-providers` */
  readonly listUmaProviders: typeof listUmaProvidersRoute
  /** `POST /documents` */
  readonly createDocument: typeof createDocumentRoute
  /** `DELETE /documents/{id}` */
  readonly deleteDocument: typeof deleteDocumentRoute
  /** `GET /documents/{id}` */
  readonly getDocument: typeof getDocumentRoute
  /** `GET /documents` */
  readonly listDocuments: typeof listDocumentsRoute
  /** `PUT /documents/{id}` */
  readonly replaceDocument: typeof replaceDocumentRoute
  /** `GET /exchange-rates` */
  readonly listExchangeRates: typeof listExchangeRatesRoute
  /** `POST /invitations/{invitationCode}/cancel` */
  readonly cancelInvitation: typeof cancelInvitationRoute
  /** `POST /invitations/{invitationCode}/claim` */
  readonly claimInvitation: typeof claimInvitationRoute
  /** `POST /invitations` */
  readonly createInvitation: typeof createInvitationRoute
  /** `GET /invitations/{invitationCode}` */
  readonly getInvitation: typeof getInvitationRoute
  /** `POST /customers/{customerId}/kyc-link` */
  readonly createKycLink: typeof createKycLinkRoute
  /** `POST /tokens` */
  readonly createToken: typeof createTokenRoute
  /** `DELETE /tokens/{id}` */
  readonly deleteToken: typeof deleteTokenRoute
  /** `GET /tokens/{id}` */
  readonly getToken: typeof getTokenRoute
  /** `GET /tokens` */
  readonly listTokens: typeof listTokensRoute
  /** `POST /verifications` */
  readonly createVerification: typeof createVerificationRoute
  /** `GET /verifications/{id}` */
  readonly getVerification: typeof getVerificationRoute
  /** `GET /verifications` */
  readonly listVerifications: typeof listVerificationsRoute
}
