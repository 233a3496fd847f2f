/**
 * Everything that the emulator remembers, in maps and collections. A reset empties it; a snapshot stores it.
 * Deadlines are in milliseconds since 1970; timestamps of the interface are stored as the text that was sent. Long
 * because it holds the records of every system.
 * @module
 */
import type { Bytes } from '../../encoding.js'
import type { BeneficialOwner } from '../../wire/beneficial-owners.js'
import type { BulkJob } from '../../wire/bulk-customers.js'
import type { PlatformConfig } from '../../wire/config.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type { Customer } from '../../wire/customers.js'
import type { Document } from '../../wire/documents.js'
import type { Invitation } from '../../wire/invitations.js'
import type { Quote } from '../../wire/quotes.js'
import type { ListedSession } from '../../wire/sessions.js'
import type { ApiToken } from '../../wire/tokens.js'
import type { Transaction } from '../../wire/transactions.js'
import type { Verification } from '../../wire/verifications.js'
import type { Posting } from '../money/ledger.js'
import type { ScheduledJob } from '../time/scheduler.js'
import type { Grant } from './api-tokens.js'
import type { Collection } from './collection.js'
import type { ActionRecord, AgentRecord, DeviceCodeRecord } from './records/agents.js'
import type { CardRecord, CardTransactionRecord } from './records/cards.js'
import type { ExternalAccountRecord } from './records/external-accounts.js'
import type { ApprovalRecord, PaymentRecord, QuotePlan } from './records/payments.js'
import type { LookupRecord } from './records/receiver-lookups.js'
import type { WebhookDelivery } from './records/webhooks.js'

/** An internal account. Its balance is in the ledger. */
export interface AccountRecord {
  readonly id: string
  /** Empty if the account is the platform's own. */
  readonly customerId: string
  readonly type: string
  readonly currency: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Only for an embedded wallet. */
  readonly wallet?: Wallet
}

/** The additional fields of an embedded wallet: the ids that `payloadToSign` contains, and the recovery phrase. */
export interface Wallet {
  readonly organizationId: string
  readonly userId: string
  readonly walletId: string
  readonly phrase: string
  readonly privateEnabled: boolean
}

/** A one-time code that was mailed. */
export interface OneTimeCode {
  readonly code: string
  readonly expiresAt: number
  readonly wrongTries: number
}

/** The person that an ID token names. */
export interface OidcIdentity {
  readonly iss: string
  readonly sub: string
  readonly aud: string
}

/** A registered passkey. */
export interface Passkey {
  readonly publicKey: Bytes
  readonly counter: number
}

/** A credential: the fields that are sent, and those that the next proof is checked against. */
export interface CredentialRecord {
  readonly wire: AuthMethod
  readonly passkey?: Passkey
  readonly identity?: OidcIdentity
  readonly code?: OneTimeCode
  /** When the last few codes were mailed, in milliseconds since 1970. The rate limit counts them. */
  readonly challengedAt: readonly number[]
}

/** A session, active or ended. */
export interface SessionRecord {
  readonly wire: ListedSession
  /** The credential that issued it, kept through refreshes. */
  readonly credentialId: string
  readonly expiresAt: number
  readonly ended: boolean
  /** Uncompressed hex. */
  readonly publicKey: string
  /** Compressed lower-case hex: the form that a stamp contains. */
  readonly compressedKey: string
  /** The private key that was sealed, in lower-case hex; absent if a stub was delivered. */
  readonly scalar?: string
}

/** An issued passkey challenge. */
export interface PasskeyChallenge {
  readonly credentialId: string
  readonly clientPublicKey: string
  /** base64url of the WebAuthn challenge bytes. */
  readonly expected: string
  readonly expiresAt: number
  readonly used: boolean
}

/** A signed request whose challenge was sent; the retry is checked against it. */
export interface PendingRequest {
  /** Method, path and digest of the body of the first leg. */
  readonly binding: string
  readonly accountId: string
  readonly payloadToSign: string
  readonly expiresAt: number
  readonly used: boolean
}

/** The first answer to an `Idempotency-Key`. */
export interface FirstAnswer {
  readonly binding: string
  readonly status: number
  readonly body: unknown
}

/** A document: the fields that are sent, and the size of its file. The file itself is not stored. */
export interface DocumentRecord {
  readonly wire: Document
  /** Bytes. */
  readonly size: number
}

/** A job, and the rows that become customers, which are `undefined` if the file is not CSV. */
export interface BulkJobRecord {
  readonly wire: BulkJob
  readonly rows: readonly Readonly<Record<string, string>>[] | undefined
  readonly startedAt: number
}

/** The settings that differ from those the emulator started with. */
export type ConfigChanges = Partial<Omit<PlatformConfig, 'id' | 'createdAt'>>

/**
 * The state of an emulator. Maps and collections are keyed by id unless their comment says otherwise;
 * `empty-state.ts` has the indexes.
 */
export interface State {
  readonly customers: Collection<
    Customer,
    'platformCustomerId' | 'umaAddress' | 'customerType' | 'region' | 'currency' | 'presence'
  >
  readonly accounts: Collection<AccountRecord, 'customerId' | 'owner' | 'currency' | 'type'>
  readonly credentials: Collection<CredentialRecord, 'accountId' | 'email'>
  readonly sessions: Collection<SessionRecord, 'accountId' | 'credentialId'>
  /** By request id. */
  readonly passkeyChallenges: Map<string, PasskeyChallenge>
  /** By request id. */
  readonly pendingRequests: Map<string, PendingRequest>
  /** Every client public key that was accepted, lower-case hex. */
  readonly clientKeys: Set<string>
  readonly quotes: Map<string, Quote>
  readonly transactions: Collection<
    Transaction,
    'customerId' | 'platformCustomerId' | 'account' | 'reference' | 'status' | 'type'
  >
  readonly externalAccounts: Collection<ExternalAccountRecord, 'customerId' | 'key' | 'owner' | 'currency'>
  readonly lookups: Map<string, LookupRecord>
  /** How each quote will be executed, by quote id. */
  readonly quotePlans: Map<string, QuotePlan>
  /** Payments that have not ended, by transaction id. */
  readonly payments: Map<string, PaymentRecord>
  /** Incoming payments that the platform has to approve, by transaction id. */
  readonly approvals: Map<string, ApprovalRecord>
  /** What created API tokens may be used for, by token id. */
  readonly grants: Map<string, Grant>
  readonly tokens: Collection<ApiToken>
  readonly verifications: Collection<Verification, 'customerId' | 'verificationStatus'>
  readonly beneficialOwners: Collection<BeneficialOwner, 'customerId'>
  readonly documents: Collection<DocumentRecord, 'documentHolder' | 'documentType'>
  /** By code. */
  readonly invitations: Map<string, Invitation>
  readonly bulkJobs: Map<string, BulkJobRecord>
  /** By the request id of a pending e-mail change: the EMAIL_OTP credentials that it affects, as one string. */
  readonly emailChanges: Map<string, string>
  /** What `PATCH /config` has changed so far. */
  config: ConfigChanges
  readonly agents: Collection<AgentRecord, 'customerId' | 'isPaused' | 'isConnected'>
  /** By code. */
  readonly deviceCodes: Collection<DeviceCodeRecord, 'agentId'>
  /** Agent ids by the SHA-256 of their access token, lower-case hex. */
  readonly agentTokens: Map<string, string>
  readonly agentActions: Collection<ActionRecord, 'agentId' | 'customerId' | 'quoteId' | 'status'>
  readonly cards: Collection<CardRecord, 'cardholderId' | 'accountId' | 'platformCardId' | 'state'>
  readonly cardTransactions: Map<string, CardTransactionRecord>
  readonly webhooks: Map<string, WebhookDelivery>
  /** Ids of the unfinished deliveries by resource, each list starting with the delivery in flight. */
  readonly webhookQueues: Map<string, string[]>
  /** The balance that was last announced to the platform, by internal account. */
  readonly announcedBalances: Map<string, bigint>
  /** By `Idempotency-Key`. */
  readonly firstAnswers: Map<string, FirstAnswer>
  /** `timestampMs` of the newest `payloadToSign`. It is never used twice. */
  lastPayloadAt: number
  readonly postings: Posting[]
  /** By ledger account. */
  readonly balances: Map<string, bigint>
  /** Ledger accounts that were posted to since balances were last announced to the platform. */
  readonly moved: Set<string>
  /** The scheduled jobs: a heap, with the soonest at the top. */
  readonly due: ScheduledJob[]
  /** `order` of the job that was scheduled last. */
  lastOrder: number
}
