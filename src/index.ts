/** Embedded-wallet authentication in the browser: sign in, keep the session key, stamp. @module */

export type { Clock } from './clock.js'
export {
  type AnyWalletError,
  CeremonyError,
  type CeremonyErrorCode,
  type ErrorCode,
  type ErrorKind,
  type Fault,
  isProofRefused,
  isWalletError,
  SealedKeyError,
  type SealedKeyErrorCode,
  ServiceError,
  type ServiceErrorCode,
  type ServiceFault,
  SessionError,
  type SessionErrorCode,
  TransportError,
  type TransportErrorCode,
  WalletError,
} from './errors.js'
export type { CallOptions } from './signals.js'
export type {
  AnyWallet,
  AuthorizeQuoteOptions,
  CreateCredentialOptions,
  Credentials,
  Preparation,
  PrepareOptions,
  ProofInput,
  Sessions,
  SignInOptions,
  Wallet,
  WalletOptions,
} from './wallet/api.js'
export { createWallet } from './wallet/create-wallet.js'
export type { GetOidcToken, OidcRequest, PasskeySettings } from './wallet/credentials/method.js'
export { passkeyNickname } from './wallet/credentials/passkey-nickname.js'
export { passkeySupport } from './wallet/credentials/passkey-support.js'
export type { PasskeySupport } from './wallet/credentials/probe-passkeys.js'
export type { SandboxPorts } from './wallet/credentials/sandbox-ports.js'
export type { KeyDeliveryMode } from './wallet/crypto/key-delivery.js'
export type { SessionKey } from './wallet/crypto/prove-session-key.js'
export type { Signer } from './wallet/flows/signer.js'
export type { WalletEvent } from './wallet/machine/events.js'
export type {
  Awaited,
  AwaitedAuthorization,
  FlowState,
  NoSessionReason,
  ScaFactor,
  SessionInfo,
  SessionState,
  UnsettledQuote,
  WalletState,
} from './wallet/machine/machine.js'
export { initialWalletState, type Transition } from './wallet/machine/store.js'
export type { OperationError, OperationErrorCodes } from './wallet/operation-errors.js'
export type { ExportedWallet } from './wallet/operations/export-wallet.js'
export { headlineMoney } from './wallet/operations/headline-money.js'
export type {
  Confirm,
  ConfirmationQuestion,
  ConfirmationRequest,
} from './wallet/operations/operations.js'
export { type QuoteDetails, quoteDetails } from './wallet/operations/quote-details.js'
export type { SignedRequestOptions } from './wallet/operations/signed-request.js'
export { type AccountStore, indexedDbStore, memoryStore, type StorageTier } from './wallet/record/storage.js'
export { forgetAccounts, listAccounts, type StoredAccount } from './wallet/record/stored-accounts.js'
export type { OwnHeaders, RequestHeaders } from './wallet/transport/own-headers.js'
export type { Backend } from './wallet/transport/request.js'
export { type CredentialType, credentialTypes, type ProofKind } from './wire/credential-type.js'
export type { Assertion, AuthMethod } from './wire/credentials.js'
export type { InternalAccount } from './wire/internal-accounts.js'
export type { Currency, Money } from './wire/money.js'
export type { QuoteStatus, Unlisted } from './wire/open-sets.js'
export type { PaymentInstruction, Quote, QuoteSource } from './wire/quotes.js'
export type { ScaChallenge } from './wire/sca-challenge.js'
export type { ListedSession } from './wire/sessions.js'
