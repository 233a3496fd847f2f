/**
 * A client of the service with a typed method for every call, and the verification of the service's webhooks.
 * @module
 */
export type { Clock } from '../clock.js'
export {
  type ErrorCode,
  type ErrorKind,
  ServiceError,
  type ServiceErrorCode,
  SessionError,
  type SessionErrorCode,
  TransportError,
  type TransportErrorCode,
  WalletError,
} from '../errors.js'
export type { AccountInfo, AccountInfoBody } from '../wire/account-info.js'
export type { AgentExternalAccountFilters, AgentInternalAccountFilters } from '../wire/agent-accounts.js'
export type {
  AgentAction,
  AgentApprovalFilters,
  RejectActionBody,
  TransferDetails,
} from '../wire/agent-actions.js'
export type { AgentActionFilters } from '../wire/agent-calls.js'
export type {
  AccountRestrictions,
  AccountRule,
  AgentPolicy,
  AgentPolicyChange,
  AnsweredPolicy,
  ApprovalThresholds,
  SpendingLimits,
} from '../wire/agent-policy.js'
export type {
  Agent,
  AgentFilters,
  AgentUsage,
  CreateAgentBody,
  CreatedAgent,
  UpdateAgentBody,
} from '../wire/agents.js'
export type {
  BeneficialOwner,
  CreateBeneficialOwnerBody,
  PersonalInfo,
  UpdateBeneficialOwnerBody,
} from '../wire/beneficial-owners.js'
export type {
  Beneficiary,
  BusinessBeneficiary,
  ColombianBeneficiary,
  IndividualBeneficiary,
} from '../wire/beneficiaries.js'
export type { BulkJob, BulkJobError, BulkUpload, BulkUploadBody } from '../wire/bulk-customers.js'
export type {
  CardTransaction,
  Merchant,
  PullSummary,
  SimulateAuthorizationBody,
  SimulateEventBody,
  Summary,
} from '../wire/card-transactions.js'
export type { Card, CardFilters, CreateCardBody, UpdateCardBody } from '../wire/cards.js'
export type {
  CounterpartyField,
  EmbeddedWalletConfig,
  PlatformConfig,
  SupportedCurrency,
  UpdateConfigBody,
} from '../wire/config.js'
export type {
  Assertion,
  Attestation,
  AuthMethod,
  ChallengeBody,
  CreateCredentialBody,
  CreatedCredential,
  CredentialChallenge,
  CredentialList,
  EncryptedCode,
  PasskeyCreation,
  VerifyCredentialBody,
} from '../wire/credentials.js'
export type {
  BusinessInfo,
  CreateCustomerBody,
  Customer,
  CustomerFilters,
  UpdateCustomerBody,
} from '../wire/customers.js'
export type { DeviceCode, DeviceCodeStatus, RedeemedDeviceCode } from '../wire/device-codes.js'
export type { DiscoveryFilters, Institution, UmaProvider } from '../wire/discovery.js'
export type { CreateDocumentBody, Document, DocumentBody, DocumentFilters } from '../wire/documents.js'
export type { ExchangeRate, ExchangeRateFilters, ExchangeRateList } from '../wire/exchange-rates.js'
export type {
  CreateExternalAccountBody,
  CreatePlatformExternalAccountBody,
  ExternalAccount,
  ExternalAccountFilters,
  PlatformExternalAccountFilters,
} from '../wire/external-accounts.js'
export type { RequestedField } from '../wire/field-names.js'
export type { HeaderNames } from '../wire/headers.js'
export type {
  InternalAccountFilters,
  InternalAccountList,
  PlatformInternalAccountFilters,
} from '../wire/internal-account-list.js'
export type { FundBody, InternalAccount, PrivacyBody, WalletExport } from '../wire/internal-accounts.js'
export type { ClaimInvitationBody, CreateInvitationBody, Invitation } from '../wire/invitations.js'
export type { KycLink, KycLinkBody } from '../wire/kyc-link.js'
export type {
  ExternalAccountReceiverLookup,
  Payer,
  ReceiverCurrency,
  UmaReceiverLookup,
} from '../wire/lookups.js'
export type { Currency, Money } from '../wire/money.js'
export type { QuoteStatus, Unlisted } from '../wire/open-sets.js'
export type { Page, PageFilters } from '../wire/page.js'
export type { Address } from '../wire/person.js'
export type { AuthorizeQuoteBody } from '../wire/quote-authorization.js'
export type { CreateQuoteBody, QuoteDestinationBody, QuoteSourceBody } from '../wire/quote-creation.js'
export type { AccountOrWalletInfo, PaymentInstruction, Quote, QuoteSource } from '../wire/quotes.js'
export type { RateDetails } from '../wire/rate-details.js'
export type { SandboxReceiveUmaBody, SandboxSendBody } from '../wire/sandbox-payments.js'
export type { ScaChallenge } from '../wire/sca-challenge.js'
export type { FieldIssue } from '../wire/schema.js'
export type { ClientKeyBody, ListedSession, Session, SessionList } from '../wire/sessions.js'
export { isChallenge, type SignedRequestChallenge } from '../wire/signed-request-challenge.js'
export type { ApiToken, CreatedApiToken, CreateTokenBody } from '../wire/tokens.js'
export type {
  ApproveTransactionBody,
  CustomerTransactionFilters,
  Refund,
  RejectTransactionBody,
  Transaction,
  TransactionFilters,
} from '../wire/transactions.js'
export type { TransferBody, TransferParty } from '../wire/transfers.js'
export type {
  CreateVerificationBody,
  Verification,
  VerificationError,
  VerificationFilters,
} from '../wire/verifications.js'
export type { TestDelivery, WebhookType } from '../wire/webhooks.js'
export type { EstimateWithdrawalFeeBody, WithdrawalFee } from '../wire/withdrawal-fees.js'
export type {
  CallAnswer,
  CallInputs,
  CallName,
  CallOptions,
  Client,
  KeyOption,
  PagedCall,
  RequestIdOption,
  SignatureOptions,
  SignedCall,
  StampOption,
  VerifyCall,
} from './call-types.js'
export { createClient } from './create-client.js'
export type { Auth, BasicAuth, BearerAuth, ClientOptions } from './options.js'
export { type VerifyWebhookOptions, verifyWebhook } from './webhooks/verify-webhook.js'
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.js'
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './webhooks/webhook-events.js'
