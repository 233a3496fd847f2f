/** An offline emulator of the service's whole API, with real cryptography, fault injection and time travel. @module */

export { createEmulator, type Emulator } from './create-emulator.js'
export type { EmulatorOptions } from './emulator-options.js'
export type {
  Behaviour,
  ChallengeEncoding,
  KeyDeliveryMode,
  Profile,
  RefreshForm,
} from './handler/behaviour.js'
export type { OtpForm } from './handler/context.js'
export type { Mode } from './handler/magic.js'
export type { WebhookOptions } from './handler/webhook-channel.js'
export type { LedgerView } from './money/ledger-view.js'
export type { TrustedIssuer } from './oidc/issuers.js'
export type { TestIssuer, TokenClaims } from './oidc/test-issuer.js'
export type { Provisioned, ProvisionOptions } from './provision.js'
export type { Fault, Faults, FiredFault, QueuedFault } from './server/faults.js'
export type { EmulatorFetch } from './server/pipeline.js'
export type { LoggedRequest } from './server/request-log.js'
export type { ApiToken } from './state/api-tokens.js'
export type { Inbox, Mail } from './state/inbox.js'
export type { ScaOptions } from './state/records/authorizations.js'
export type { WebhookDelivery } from './state/records/webhooks.js'
export type { WebhookLog } from './systems/webhooks/log.js'
export { type EmulatorClock, steppedClock } from './time/clock.js'
