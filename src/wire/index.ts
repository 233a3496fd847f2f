/**
 * The wire contract, for the package `embedded-wallet-auth-emulator`, which has the same version: schemas, routes and
 * names of the interface. Published without a promise: any release may change it.
 * @module
 */
export { base64urlToBytes, bytesToBase64url } from '../base64url.js'
export { type Bytes, bytesToHex, type CryptoKeyPair, hexToBytes, sha256, utf8 } from '../encoding.js'
export { AbsoluteUrl } from './absolute-url.js'
export { AccountInfo, AccountInfoBody, type AccountType } from './account-info.js'
export { basicAuthorization } from './address.js'
export {
  createAgentExternalAccountRoute,
  deleteAgentExternalAccountRoute,
  getAgentExternalAccountRoute,
  listAgentExternalAccountsRoute,
  listAgentInternalAccountsRoute,
} from './agent-accounts.js'
export {
  AgentAction,
  approveAgentActionRoute,
  listAgentApprovalsRoute,
  rejectAgentActionRoute,
  type TransferDetails,
} from './agent-actions.js'
export {
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
export {
  type AgentPermission,
  type AgentPolicy,
  AgentPolicyBody,
  AgentPolicyChange,
  AnsweredPolicy,
  type ExecutionMode,
} from './agent-policy.js'
export {
  Agent,
  AgentUsage,
  type CreatedAgent,
  createAgentRoute,
  deleteAgentRoute,
  getAgentRoute,
  listAgentsRoute,
  updateAgentPolicyRoute,
  updateAgentRoute,
} from './agents.js'
export {
  BeneficialOwner,
  type CreateBeneficialOwnerBody,
  createBeneficialOwnerRoute,
  getBeneficialOwnerRoute,
  listBeneficialOwnersRoute,
  type PersonalInfo,
  updateBeneficialOwnerRoute,
} from './beneficial-owners.js'
export {
  AddressedBeneficiary,
  Beneficiary,
  ColombianBeneficiary,
  FullBeneficiary,
  ReachableBeneficiary,
} from './beneficiaries.js'
export { BulkJob, type BulkJobError, getBulkJobRoute, uploadCustomersRoute } from './bulk-customers.js'
export {
  CardTransaction,
  type SimulateAuthorizationBody,
  simulateAuthorizationRoute,
  simulateClearingRoute,
  simulateReturnRoute,
} from './card-transactions.js'
export {
  Card,
  type CreateCardBody,
  createCardRoute,
  getCardRoute,
  listCardsRoute,
  type UpdateCardBody,
  updateCardRoute,
} from './cards.js'
export { ClientPublicKey } from './client-public-key.js'
export {
  type EmbeddedWalletConfig,
  getConfigRoute,
  PlatformConfig,
  type SupportedCurrency,
  updateConfigRoute,
} from './config.js'
export { type CredentialType, credentialTypes, isCredentialType } from './credential-type.js'
export {
  type Assertion,
  type Attestation,
  AuthMethod,
  type ChallengeBody,
  CreateCredentialBody,
  type CredentialChallenge,
  challengeCredentialRoute,
  createCredentialRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  VerifyCredentialBody,
  verifyCredentialRoute,
} from './credentials.js'
export {
  CreateCustomerBody,
  Customer,
  createCustomerRoute,
  deleteCustomerRoute,
  getCustomerRoute,
  listCustomersRoute,
  UpdateCustomerBody,
  updateCustomerRoute,
} from './customers.js'
export {
  createDeviceCodeRoute,
  DeviceCode,
  getDeviceCodeStatusRoute,
  type RedeemedDeviceCode,
  redeemDeviceCodeRoute,
} from './device-codes.js'
export { Institution, listDiscoveriesRoute, listUmaProvidersRoute, UmaProvider } from './discovery.js'
export {
  createDocumentRoute,
  Document,
  type DocumentBody,
  deleteDocumentRoute,
  getDocumentRoute,
  listDocumentsRoute,
  replaceDocumentRoute,
} from './documents.js'
export { ErrorBody } from './errors.js'
export {
  defaultSendingAmount,
  ExchangeRate,
  type ExchangeRateList,
  listExchangeRatesRoute,
} from './exchange-rates.js'
export {
  CreateExternalAccountBody,
  CreatePlatformExternalAccountBody,
  createExternalAccountRoute,
  createPlatformExternalAccountRoute,
  deleteExternalAccountRoute,
  deletePlatformExternalAccountRoute,
  ExternalAccount,
  getExternalAccountRoute,
  getPlatformExternalAccountRoute,
  listExternalAccountsRoute,
  listPlatformExternalAccountsRoute,
} from './external-accounts.js'
export { CustomerInfo, RequestedField } from './field-names.js'
export { defaultHeaderNames } from './headers.js'
export { type IdType, idPattern } from './ids.js'
export { listInternalAccountsRoute, listPlatformInternalAccountsRoute } from './internal-account-list.js'
export {
  exportWalletRoute,
  fundAccountRoute,
  InternalAccount,
  updatePrivacyRoute,
  type WalletExport,
} from './internal-accounts.js'
export {
  cancelInvitationRoute,
  claimInvitationRoute,
  createInvitationRoute,
  getInvitationRoute,
  Invitation,
} from './invitations.js'
export { createKycLinkRoute, type KycLink, type KycLinkBody } from './kyc-link.js'
export {
  ExternalAccountReceiverLookup,
  lookUpExternalAccountRoute,
  lookUpUmaRoute,
  type ReceiverCurrency,
  type ReceiverLookup,
  UmaReceiverLookup,
} from './lookups.js'
export { Currency, CurrencyCode, Money } from './money.js'
export type { Page } from './page.js'
export {
  Address,
  AddressBody,
  CalendarDate,
  CountryCode,
  EmailAddress,
  type KycStatus,
  PhoneNumber,
  UmaAddress,
} from './person.js'
export { CreateQuoteBody, createQuoteRoute } from './quote-creation.js'
export {
  type AccountOrWalletInfo,
  executeQuoteRoute,
  getQuoteRoute,
  type PaymentInstruction,
  Quote,
  type QuoteSource,
} from './quotes.js'
export type { PaymentRail } from './rails.js'
export { RateDetails } from './rate-details.js'
export { readAtMost } from './read-at-most.js'
export type { AnyRoute, Route } from './route.js'
export { apiVersion, routes } from './routes.js'
export {
  SandboxReceiveUmaBody,
  type SandboxSendBody,
  sandboxReceiveUmaRoute,
  sandboxSendRoute,
} from './sandbox-payments.js'
export { Amount, CredentialTypeSchema, parse, type Schema, Timestamp } from './schema.js'
export {
  ClientKeyBody,
  ListedSession,
  listSessionsRoute,
  refreshSessionRoute,
  revokeSessionRoute,
  Session,
} from './sessions.js'
export { PayloadToSign, RequestId, SignedRequestChallenge } from './signed-request-challenge.js'
export {
  ApiToken,
  type CreatedApiToken,
  createTokenRoute,
  deleteTokenRoute,
  getTokenRoute,
  listTokensRoute,
  type Permission,
  permissions,
} from './tokens.js'
export {
  approveTransactionRoute,
  type FailureReason,
  getTransactionRoute,
  listTransactionsRoute,
  Refund,
  rejectTransactionRoute,
  Transaction,
} from './transactions.js'
export {
  type TransferBody,
  TransferInBody,
  TransferOutBody,
  transferInRoute,
  transferOutRoute,
} from './transfers.js'
export {
  createVerificationRoute,
  getVerificationRoute,
  listVerificationsRoute,
  proofsOfAddress,
  Verification,
  type VerificationError,
  verificationStatuses,
} from './verifications.js'
export {
  ApprovalAnswer,
  sendTestWebhookRoute,
  type TestDelivery,
  WebhookEvent,
  type WebhookType,
  webhookSignatureHeader,
  webhookSpellings,
  webhookTypes,
} from './webhooks.js'
export { EstimateWithdrawalFeeBody, estimateWithdrawalFeeRoute, WithdrawalFee } from './withdrawal-fees.js'
