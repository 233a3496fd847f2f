/** The schemas that have a name in the description: resources, what is sent for them, and the vocabulary. @module */
import { AccountInfo, AccountInfoBody } from '../../spec/account-info.js'
import { AgentAction } from '../../spec/agent-actions.js'
import { AgentPolicyBody, AgentPolicyChange, AnsweredPolicy } from '../../spec/agent-policy.js'
import { Agent, AgentUsage, createAgent } from '../../spec/agents.js'
import { BeneficialOwner } from '../../spec/beneficial-owners.js'
import {
  AddressedBeneficiary,
  Beneficiary,
  ColombianBeneficiary,
  FullBeneficiary,
  ReachableBeneficiary,
} from '../../spec/beneficiaries.js'
import { BulkJob } from '../../spec/bulk-customers.js'
import { CardTransaction } from '../../spec/card-transactions.js'
import { Card } from '../../spec/cards.js'
import { ClientPublicKey } from '../../spec/client-public-key.js'
import { PlatformConfig } from '../../spec/config.js'
import {
  AuthMethod,
  CreateCredentialBody,
  challengeCredential,
  VerifyCredentialBody,
} from '../../spec/credentials.js'
import { CreateCustomerBody, Customer, UpdateCustomerBody } from '../../spec/customers.js'
import { DeviceCode, redeemDeviceCode } from '../../spec/device-codes.js'
import { Institution, UmaProvider } from '../../spec/discovery.js'
import { Document } from '../../spec/documents.js'
import { ErrorBody } from '../../spec/errors.js'
import { ExchangeRate } from '../../spec/exchange-rates.js'
import {
  CreateExternalAccountBody,
  CreatePlatformExternalAccountBody,
  ExternalAccount,
} from '../../spec/external-accounts.js'
import { CustomerInfo, RequestedField } from '../../spec/field-names.js'
import { exportWallet, InternalAccount } from '../../spec/internal-accounts.js'
import { Invitation } from '../../spec/invitations.js'
import { createKycLink } from '../../spec/kyc-link.js'
import { ExternalAccountReceiverLookup, UmaReceiverLookup } from '../../spec/lookups.js'
import { Currency, CurrencyCode, Money } from '../../spec/money.js'
import {
  Address,
  AddressBody,
  CalendarDate,
  CountryCode,
  EmailAddress,
  PhoneNumber,
  UmaAddress,
} from '../../spec/person.js'
import { CreateQuoteBody } from '../../spec/quote-creation.js'
import { Quote } from '../../spec/quotes.js'
import { RateDetails } from '../../spec/rate-details.js'
import { SandboxReceiveUmaBody } from '../../spec/sandbox-payments.js'
import { Amount, CredentialType, type Schema, Timestamp } from '../../spec/schema.js'
import { ClientKeyBody, ListedSession, Session } from '../../spec/sessions.js'
import { PayloadToSign, RequestId, SignedRequestChallenge } from '../../spec/signed-request.js'
import { ApiToken, createToken } from '../../spec/tokens.js'
import { Refund, Transaction } from '../../spec/transactions.js'
import { TransferInBody, TransferOutBody } from '../../spec/transfers.js'
import { Verification } from '../../spec/verifications.js'
import { sendTestWebhook } from '../../spec/webhooks.js'
import { EstimateWithdrawalFeeBody, WithdrawalFee } from '../../spec/withdrawal-fees.js'

/** The schemas by name. Those that have no name in `src/spec` are the answers of one call. */
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
  CreatedAgent: createAgent.answer,
  CreatedApiToken: createToken.answer,
  CreateExternalAccountBody,
  CreatePlatformExternalAccountBody,
  CreateQuoteBody,
  CredentialChallenge: challengeCredential.answer,
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
  KycLink: createKycLink.answer,
  ListedSession,
  Money,
  PayloadToSign,
  PhoneNumber,
  PlatformConfig,
  Quote,
  RateDetails,
  ReachableBeneficiary,
  RedeemedDeviceCode: redeemDeviceCode.answer,
  Refund,
  RequestedField,
  RequestId,
  SandboxReceiveUmaBody,
  Session,
  SignedRequestChallenge,
  TestDelivery: sendTestWebhook.answer,
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
  WalletExport: exportWallet.answer,
  WithdrawalFee,
}

/** What the names mean that do not speak for themselves. */
export const componentWords: Readonly<Record<string, string>> = {
  AccountInfo: 'Where money goes, as it comes back: an open set of types and fields.',
  AccountInfoBody: 'Where money goes, by the type of the account.',
  AddressedBeneficiary: 'A beneficiary with an address.',
  AgentAction: 'Something that an agent asked for.',
  Amount: 'Money in the smallest unit of its currency.',
  AnsweredPolicy: 'What an agent may do, and how much of it.',
  AuthMethod: 'A credential: a passkey, an e-mail address or an identity of an OpenID provider.',
  BulkJob: 'A file of customers that is being read.',
  CalendarDate: 'YYYY-MM-DD',
  CardTransaction: 'One use of a card, from its authorization to its last return.',
  ClientPublicKey: 'An ephemeral P-256 key, uncompressed, 130 hex characters. To be used once.',
  CountryCode: 'ISO 3166-1 alpha-2.',
  CurrencyCode: 'ISO 4217 style; assets such as USDC and BTC have one too.',
  CustomerInfo: 'Values by field name, such as FULL_NAME.',
  Error: 'What every refusal looks like. More codes may come.',
  FullBeneficiary: 'A beneficiary with an address and a phone number.',
  InternalAccount: 'An account at the service. EMBEDDED_WALLET: its holder signs what leaves it.',
  ListedSession: 'A session without its key.',
  PhoneNumber: 'E.164.',
  Quote:
    'A price for a payment, locked until it expires. From an embedded wallet with what has to be signed.',
  ReachableBeneficiary: 'A beneficiary with a phone number.',
  Session: 'What a verified credential gives: a key that signs until it expires.',
  SignedRequestChallenge: 'What has to be signed before the same request is sent again.',
  Timestamp: 'ISO 8601 date and time in UTC.',
  UmaAddress: '$name@domain',
}
