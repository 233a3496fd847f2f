/**
 * A client of the service with a typed method for every call, and the verification of the service's webhooks.
 * @module
 */
export type { Clock } from '../clock.js'
export {
  ServiceError,
  SessionError,
  TransportError,
  type TransportErrorCode,
  WalletError,
} from '../errors.js'
export type { AgentAction } from '../wire/agent-actions.js'
export type { Agent } from '../wire/agents.js'
export type { CardTransaction } from '../wire/card-transactions.js'
export type { Card } from '../wire/cards.js'
export type { AuthMethod } from '../wire/credentials.js'
export type { Customer } from '../wire/customers.js'
export type { ExternalAccount } from '../wire/external-accounts.js'
export type { HeaderNames } from '../wire/headers.js'
export type { InternalAccount } from '../wire/internal-accounts.js'
export type { Page } from '../wire/page.js'
export type { Quote } from '../wire/quotes.js'
export type { FieldIssue } from '../wire/schema.js'
export type { Session } from '../wire/sessions.js'
export { isChallenge, type SignedRequestChallenge } from '../wire/signed-request-challenge.js'
export type { Transaction } from '../wire/transactions.js'
export type { Verification } from '../wire/verifications.js'
export type { WebhookType } from '../wire/webhooks.js'
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
export type { Auth, BasicAuth, BearerAuth, ClientOptions } from './options.js'
export { type VerifyWebhookOptions, verifyWebhook } from './webhooks/verify-webhook.js'
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.js'
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './webhooks/webhook-events.js'
