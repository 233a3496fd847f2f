/** The route table: every call of the interface that this project knows. Long because it is a table. @module */

import {
  createAgentExternalAccountRoute,
  deleteAgentExternalAccountRoute,
  getAgentExternalAccountRoute,
  listAgentExternalAccountsRoute,
  listAgentInternalAccountsRoute,
} from './agent-accounts.js'
import { approveAgentActionRoute, listAgentApprovalsRoute, rejectAgentActionRoute } from './agent-actions.js'
import {
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
} from './agent-calls.js'
import {
  createAgentRoute,
  deleteAgentRoute,
  getAgentRoute,
  listAgentsRoute,
  updateAgentPolicyRoute,
  updateAgentRoute,
} from './agents.js'
import {
  createBeneficialOwnerRoute,
  getBeneficialOwnerRoute,
  listBeneficialOwnersRoute,
  updateBeneficialOwnerRoute,
} from './beneficial-owners.js'
import { getBulkJobRoute, uploadCustomersRoute } from './bulk-customers.js'
import {
  simulateAuthorizationRoute,
  simulateClearingRoute,
  simulateReturnRoute,
} from './card-transactions.js'
import { createCardRoute, getCardRoute, listCardsRoute, updateCardRoute } from './cards.js'
import { getConfigRoute, updateConfigRoute } from './config.js'
import {
  challengeCredentialRoute,
  createCredentialRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from './credentials.js'
import {
  createCustomerRoute,
  deleteCustomerRoute,
  getCustomerRoute,
  listCustomersRoute,
  updateCustomerRoute,
} from './customers.js'
import { createDeviceCodeRoute, getDeviceCodeStatusRoute, redeemDeviceCodeRoute } from './device-codes.js'
import { listDiscoveriesRoute, listUmaProvidersRoute } from './discovery.js'
import {
  createDocumentRoute,
  deleteDocumentRoute,
  getDocumentRoute,
  listDocumentsRoute,
  replaceDocumentRoute,
} from './documents.js'
import { listExchangeRatesRoute } from './exchange-rates.js'
import {
  createExternalAccountRoute,
  createPlatformExternalAccountRoute,
  deleteExternalAccountRoute,
  deletePlatformExternalAccountRoute,
  getExternalAccountRoute,
  getPlatformExternalAccountRoute,
  listExternalAccountsRoute,
  listPlatformExternalAccountsRoute,
} from './external-accounts.js'
import { listInternalAccountsRoute, listPlatformInternalAccountsRoute } from './internal-account-list.js'
import { exportWalletRoute, fundAccountRoute, updatePrivacyRoute } from './internal-accounts.js'
import {
  cancelInvitationRoute,
  claimInvitationRoute,
  createInvitationRoute,
  getInvitationRoute,
} from './invitations.js'
import { createKycLinkRoute } from './kyc-link.js'
import { lookUpExternalAccountRoute, lookUpUmaRoute } from './lookups.js'
import { createQuoteRoute } from './quote-creation.js'
import { executeQuoteRoute, getQuoteRoute } from './quotes.js'
import type { AnyRoute } from './route.js'
import { sandboxReceiveUmaRoute, sandboxSendRoute } from './sandbox-payments.js'
import { listSessionsRoute, refreshSessionRoute, revokeSessionRoute } from './sessions.js'
import { createTokenRoute, deleteTokenRoute, getTokenRoute, listTokensRoute } from './tokens.js'
import {
  approveTransactionRoute,
  getTransactionRoute,
  listTransactionsRoute,
  rejectTransactionRoute,
} from './transactions.js'
import { transferInRoute, transferOutRoute } from './transfers.js'
import { createVerificationRoute, getVerificationRoute, listVerificationsRoute } from './verifications.js'
import { sendTestWebhookRoute } from './webhooks.js'
import { estimateWithdrawalFeeRoute } from './withdrawal-fees.js'

/** One row per call. */
export const routes: readonly AnyRoute[] = [
  createCredentialRoute,
  listCredentialsRoute,
  challengeCredentialRoute,
  verifyCredentialRoute,
  revokeCredentialRoute,
  listSessionsRoute,
  refreshSessionRoute,
  revokeSessionRoute,
  exportWalletRoute,
  updatePrivacyRoute,
  fundAccountRoute,
  createQuoteRoute,
  getQuoteRoute,
  executeQuoteRoute,
  listInternalAccountsRoute,
  listTransactionsRoute,
  getTransactionRoute,
  approveTransactionRoute,
  rejectTransactionRoute,
  transferInRoute,
  transferOutRoute,
  lookUpUmaRoute,
  lookUpExternalAccountRoute,
  createExternalAccountRoute,
  listExternalAccountsRoute,
  getExternalAccountRoute,
  deleteExternalAccountRoute,
  createPlatformExternalAccountRoute,
  listPlatformExternalAccountsRoute,
  getPlatformExternalAccountRoute,
  deletePlatformExternalAccountRoute,
  listPlatformInternalAccountsRoute,
  estimateWithdrawalFeeRoute,
  sandboxSendRoute,
  sandboxReceiveUmaRoute,
  createAgentRoute,
  listAgentsRoute,
  getAgentRoute,
  updateAgentRoute,
  updateAgentPolicyRoute,
  deleteAgentRoute,
  createDeviceCodeRoute,
  getDeviceCodeStatusRoute,
  redeemDeviceCodeRoute,
  listAgentApprovalsRoute,
  approveAgentActionRoute,
  rejectAgentActionRoute,
  getOwnAgentRoute,
  createAgentQuoteRoute,
  getAgentQuoteRoute,
  executeAgentQuoteRoute,
  listAgentActionsRoute,
  getAgentActionRoute,
  listAgentTransactionsRoute,
  getAgentTransactionRoute,
  createAgentTransferInRoute,
  createAgentTransferOutRoute,
  listAgentInternalAccountsRoute,
  listAgentExternalAccountsRoute,
  createAgentExternalAccountRoute,
  getAgentExternalAccountRoute,
  deleteAgentExternalAccountRoute,
  createCardRoute,
  listCardsRoute,
  getCardRoute,
  updateCardRoute,
  simulateAuthorizationRoute,
  simulateClearingRoute,
  simulateReturnRoute,
  sendTestWebhookRoute,
  createBeneficialOwnerRoute,
  getBeneficialOwnerRoute,
  listBeneficialOwnersRoute,
  updateBeneficialOwnerRoute,
  getBulkJobRoute,
  uploadCustomersRoute,
  getConfigRoute,
  updateConfigRoute,
  createCustomerRoute,
  deleteCustomerRoute,
  getCustomerRoute,
  listCustomersRoute,
  updateCustomerRoute,
  listDiscoveriesRoute,
  listUmaProvidersRoute,
  createDocumentRoute,
  deleteDocumentRoute,
  getDocumentRoute,
  listDocumentsRoute,
  replaceDocumentRoute,
  listExchangeRatesRoute,
  cancelInvitationRoute,
  claimInvitationRoute,
  createInvitationRoute,
  getInvitationRoute,
  createKycLinkRoute,
  createTokenRoute,
  deleteTokenRoute,
  getTokenRoute,
  listTokensRoute,
  createVerificationRoute,
  getVerificationRoute,
  listVerificationsRoute,
]

/** The version segment that the base address ends in (Versioning). */
export const apiVersion = '2025-10-13'
