/** The service's client: every call of the interface, typed, and the verification of its webhooks. @module */
export {
  ServiceError,
  SessionError,
  TransportError,
  type TransportErrorCode,
  WalletError,
} from '../errors.js'
export type { AgentAction } from '../spec/agent-actions.js'
export type { Agent } from '../spec/agents.js'
export type { CardTransaction } from '../spec/card-transactions.js'
export type { Card } from '../spec/cards.js'
export type { AuthMethod } from '../spec/credentials.js'
export type { Customer } from '../spec/customers.js'
export type { ExternalAccount } from '../spec/external-accounts.js'
export type { HeaderNames } from '../spec/headers.js'
export type { InternalAccount } from '../spec/internal-accounts.js'
export type { Page } from '../spec/page.js'
export type { Quote } from '../spec/quotes.js'
export type { Session } from '../spec/sessions.js'
export type { SignedRequestChallenge } from '../spec/signed-request.js'
export type { Transaction } from '../spec/transactions.js'
export type { Verification } from '../spec/verifications.js'
export type { WebhookType } from '../spec/webhooks.js'
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
} from './call-types.js'
export { createClient } from './create-client.js'
export type { ClientClock } from './deadline.js'
export { isChallenge } from './is-challenge.js'
export type { Auth, BasicAuth, BearerAuth, ClientOptions } from './options.js'
export { type VerifyWebhookOptions, verifyWebhook } from './webhooks/verify-webhook.js'
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.js'
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './webhooks/webhook-events.js'
