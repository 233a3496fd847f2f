/** The schemas that have a name in the OpenAPI document: resources, request bodies and shared values. @module */
import { AccountInfo, AccountInfoBody } from '../../wire/account-info.js'
import { AgentAction } from '../../wire/agent-actions.js'
import { AgentPolicyBody, AgentPolicyChange, AnsweredPolicy } from '../../wire/agent-policy.js'
import { Agent, AgentUsage, createAgentRoute } from '../../wire/agents.js'
import { BeneficialOwner } from '../../wire/beneficial-owners.js'
import {
  AddressedBeneficiary,
  Beneficiary,
  ColombianBeneficiary,
  FullBeneficiary,
  ReachableBeneficiary,
} from '../../wire/beneficiaries.js'
import { BulkJob } from '../../wire/bulk-customers.js'
import { CardTransaction } from '../../wire/card-transactions.js'
import { Card } from '../../wire/cards.js'
import { ClientPublicKey } from '../../wire/client-public-key.js'
import { PlatformConfig } from '../../wire/config.js'
import {
  AuthMethod,
  CreateCredentialBody,
  challengeCredentialRoute,
  VerifyCredentialBody,
} from '../../wire/credentials.js'
import { CreateCustomerBody, Customer, UpdateCustomerBody } from '../../wire/customers.js'
import { DeviceCode, redeemDeviceCodeRoute } from '../../wire/device-codes.js'
import { Institution, UmaProvider } from '../../wire/discovery.js'
import { Document } from '../../wire/documents.js'
import { ErrorBody } from '../../wire/errors.js'
import { ExchangeRate } from '../../wire/exchange-rates.js'
import {
  CreateExternalAccountBody,
  CreatePlatformExternalAccountBody,
  ExternalAccount,
} from '../../wire/external-accounts.js'
import { CustomerInfo, RequestedField } from '../../wire/field-names.js'
import { exportWalletRoute, InternalAccount } from '../../wire/internal-accounts.js'
import { Invitation } from '../../wire/invitations.js'
import { createKycLinkRoute } from '../../wire/kyc-link.js'
import { ExternalAccountReceiverLookup, UmaReceiverLookup } from '../../wire/lookups.js'
import { Currency, CurrencyCode, Money } from '../../wire/money.js'
import {
  Address,
  AddressBody,
  CalendarDate,
  CountryCode,
  EmailAddress,
  PhoneNumber,
  UmaAddress,
} from '../../wire/person.js'
import { CreateQuoteBody } from '../../wire/quote-creation.js'
import { Quote } from '../../wire/quotes.js'
import { RateDetails } from '../../wire/rate-details.js'
import { SandboxReceiveUmaBody } from '../../wire/sandbox-payments.js'
import { Amount, CredentialType, type Schema, Timestamp } from '../../wire/schema.js'
import { ClientKeyBody, ListedSession, Session } from '../../wire/sessions.js'
import { PayloadToSign, RequestId, SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import { ApiToken, createTokenRoute } from '../../wire/tokens.js'
import { Refund, Transaction } from '../../wire/transactions.js'
import { TransferInBody, TransferOutBody } from '../../wire/transfers.js'
import { Verification } from '../../wire/verifications.js'
import { sendTestWebhookRoute } from '../../wire/webhooks.js'
import { EstimateWithdrawalFeeBody, WithdrawalFee } from '../../wire/withdrawal-fees.js'

/**
 * The named schemas. A schema that `src/wire` does not export belongs to a single call, and is taken from that call's
 * route.
 */
export const components: Readonly<Record<string, Schema<unknown>>> = {
  AccountInfo,
  AccountInfoBody,
  Address,
  AddressBody,
  AddressedBeneficiary,
  Agent,
  AgentAction,
  AgentPolicyBody,
  AgentPolicyChange,
  AgentUsage,
  Amount,
  AnsweredPolicy,
  ApiToken,
  AuthMethod,
  BeneficialOwner,
  Beneficiary,
  BulkJob,
  CalendarDate,
  Card,
  CardTransaction,
  ClientKeyBody,
  ClientPublicKey,
  ColombianBeneficiary,
  CountryCode,
  CreateCredentialBody,
  CreateCustomerBody,
  CreatedAgent: createAgentRoute.answer,
  CreatedApiToken: createTokenRoute.answer,
  CreateExternalAccountBody,
  CreatePlatformExternalAccountBody,
  CreateQuoteBody,
  CredentialChallenge: challengeCredentialRoute.answer,
  CredentialType,
  Currency,
  CurrencyCode,
  Customer,
  CustomerInfo,
  DeviceCode,
  Document,
  EmailAddress,
  Error: ErrorBody,
  EstimateWithdrawalFeeBody,
  ExchangeRate,
  ExternalAccount,
  ExternalAccountReceiverLookup,
  FullBeneficiary,
  Institution,
  InternalAccount,
  Invitation,
  KycLink: createKycLinkRoute.answer,
  ListedSession,
  Money,
  PayloadToSign,
  PhoneNumber,
  PlatformConfig,
  Quote,
  RateDetails,
  ReachableBeneficiary,
  RedeemedDeviceCode: redeemDeviceCodeRoute.answer,
  Refund,
  RequestedField,
  RequestId,
  SandboxReceiveUmaBody,
  Session,
  SignedRequestChallenge,
  TestDelivery: sendTestWebhookRoute.answer,
  Timestamp,
  Transaction,
  TransferInBody,
  TransferOutBody,
  UmaAddress,
  UmaProvider,
  UmaReceiverLookup,
  UpdateCustomerBody,
  Verification,
  VerifyCredentialBody,
  WalletExport: exportWalletRoute.answer,
  WithdrawalFee,
}

/** Descriptions of the schemas whose names do not explain themselves. */
export const componentWords: Readonly<Record<string, string>> = {
  AccountInfo: 'Account details in an answer. More types and fields may be added.',
  AccountInfoBody: 'Account details in a request. The account type decides which fields are needed.',
  AddressedBeneficiary: 'A beneficiary with an address.',
  AgentAction: 'An operation that an agent requested.',
  Amount: 'An amount of money in the smallest unit of its currency.',
  AnsweredPolicy: 'The permissions and the limits of an agent.',
  AuthMethod: 'A credential: a passkey, an e-mail address or an identity at an OpenID provider.',
  BulkJob: 'A job that creates customers from a CSV file.',
  CalendarDate: 'YYYY-MM-DD',
  CardTransaction: 'A card payment, with its settlements and refunds.',
  ClientPublicKey: 'An ephemeral P-256 public key, uncompressed, 130 hex characters. Use each key only once.',
  CountryCode: 'ISO 3166-1 alpha-2.',
  CurrencyCode: 'An ISO 4217 code, or the code of an asset such as USDC or BTC.',
  CustomerInfo: 'Values by field name, such as FULL_NAME.',
  Error: 'The body of every error. More codes may be added.',
  FullBeneficiary: 'A beneficiary with an address and a phone number.',
  InternalAccount: 'An account at the service. Payments from an EMBEDDED_WALLET are signed by its owner.',
  ListedSession: 'A session without its key.',
  PhoneNumber: 'E.164.',
  Quote: 'A locked price for a payment. If an embedded wallet pays, the quote includes the text to sign.',
  ReachableBeneficiary: 'A beneficiary with a phone number.',
  Session: 'A session with its sealed key. The key can sign until the session expires.',
  SignedRequestChallenge: 'A challenge. Sign its payloadToSign, then send the same request again.',
  Timestamp: 'ISO 8601 date and time in UTC.',
  UmaAddress: '$name@domain',
}
