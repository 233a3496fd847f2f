/** Embedded-wallet authentication in the browser: sign in, keep the session key, stamp. @module */
export type {
  CallOptions,
  CreateCredentialOptions,
  Credentials,
  ExportedWallet,
  PrepareOptions,
  ProofInput,
  Sessions,
  SignedRequestOptions,
  SignInOptions,
  Wallet,
  WalletOptions,
} from './api.js'
export { createWallet } from './create-wallet.js'
export type { GetOidcToken, OidcRequest, PasskeySettings, ProofKind } from './credentials/method.js'
export {
  CeremonyError,
  type CeremonyErrorCode,
  type ErrorKind,
  type Fault,
  SealedKeyError,
  type SealedKeyErrorCode,
  ServiceError,
  SessionError,
  type SessionErrorCode,
  TransportError,
  type TransportErrorCode,
  WalletError,
} from './errors.js'
export type { Signer } from './flows/signer.js'
export type { Transition } from './holder.js'
export type {
  Awaited,
  FlowState,
  NoSessionReason,
  SessionInfo,
  SessionState,
  WalletState,
} from './machine.js'
export type { Clock, SandboxPorts, SessionKey } from './ports.js'
export type { CredentialType } from './spec/credential-type.js'
export type { Assertion, AuthMethod } from './spec/credentials.js'
export type { HeaderNames } from './spec/headers.js'
export type { InternalAccount } from './spec/internal-accounts.js'
export type { Currency, Money } from './spec/money.js'
export type { PaymentInstruction, Quote, QuoteSource } from './spec/quotes.js'
export type { ListedSession } from './spec/sessions.js'
export { type AccountStore, indexedDbStore, memoryStore, type StorageTier } from './storage.js'
export type { Backend } from './transport.js'
