/**
 * The emulator's state, in maps and collections. A reset empties them, and a snapshot contains them. Deadlines are in
 * milliseconds since 1970. Timestamps that the API shows are stored as text.
 * @module
 */
import type {
  ApiToken,
  AuthMethod,
  BeneficialOwner,
  BulkJob,
  Bytes,
  Customer,
  Document,
  Invitation,
  ListedSession,
  PlatformConfig,
  Quote,
  Session,
  Transaction,
  Verification,
} from 'embedded-wallet-auth/wire'
import type { KeyPair } from '../crypto/key-pair.js'
import type { Posting } from '../money/ledger.js'
import type { ScheduledJob } from '../time/scheduler.js'
import type { Grant } from './api-tokens.js'
import type { Collection } from './collection.js'
import type { ActionRecord, AgentRecord, DeviceCodeRecord } from './records/agents.js'
import type { AuthorizationRecord, ScaOptions, ScaStanding } from './records/authorizations.js'
import type { CardRecord, CardTransactionRecord } from './records/cards.js'
import type { ExternalAccountRecord } from './records/external-accounts.js'
import type { ApprovalRecord, PaymentRecord, QuotePlan } from './records/payments.js'
import type { LookupRecord } from './records/receiver-lookups.js'
import type { WebhookDelivery } from './records/webhooks.js'

/** An internal account. Its balance is in the ledger. */
export interface AccountRecord {
  readonly id: string
  /** Empty for a platform account. */
  readonly customerId: string
  readonly type: string
  readonly currency: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Present only for an embedded wallet. */
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

/** A one-time code that was sent by e-mail. */
export interface OneTimeCode {
  readonly code: string
  readonly expiresAt: number
  readonly wrongTries: number
  /** The key to which this code may be encrypted. Absent if the emulator only takes codes as plain text. */
  readonly target?: KeyPair['jwk']
}

/** The identity in an ID token: issuer, subject and audience. */
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

/** A credential: the fields that the API shows, and the data for checking its next proof. */
export interface CredentialRecord {
  readonly wire: AuthMethod
  readonly passkey?: Passkey
  readonly identity?: OidcIdentity
  readonly code?: OneTimeCode
  /**
   * When the latest codes were requested, in milliseconds since 1970. The rate limit counts these requests, but not the
   * code that is sent at registration.
   */
  readonly challengedAt: readonly number[]
  /** When codes were last tried, if the deployment limits the tries. */
  readonly triedAt?: readonly number[]
}

/** A session, active or ended. */
export interface SessionRecord {
  readonly wire: ListedSession
  /** The credential that the customer signed in with. A refreshed session has the same credential. */
  readonly credentialId: string
  readonly expiresAt: number
  readonly ended: boolean
  /** The public key as uncompressed SEC1, in lower-case hex. */
  readonly publicKey: string
  /** The public key as compressed SEC1, in lower-case hex, as a stamp contains it. */
  readonly compressedKey: string
  /** The private key that was sealed for the client, in lower-case hex. Absent if a stub was delivered instead. */
  readonly scalar?: string
}

/** A passkey challenge. */
export interface PasskeyChallenge {
  readonly credentialId: string
  readonly clientPublicKey: string
  /** The bytes of the WebAuthn challenge that the assertion must contain, as base64url. */
  readonly expected: string
  readonly expiresAt: number
  readonly used: boolean
}

/** An encrypted code that was answered with a token to stamp. */
export interface CodeConfirmation {
  /** The method, the path and a digest of the body of the first request. */
  readonly binding: string
  readonly credentialId: string
  /** The client key, as uncompressed SEC1 in lower-case hex. */
  readonly clientKey: string
  readonly payloadToSign: string
  readonly expiresAt: number
  /** Whether the code was right. A wrong one gets this far only if the fact `wrongCodeAt` says so. */
  readonly isRight: boolean
  readonly used: boolean
  /** The session that the stamped request was answered with. */
  readonly session?: Session
}

/** A request that was answered with a signed-request challenge. The signed retry is checked against this record. */
export interface PendingRequest {
  /** The method, the path and a digest of the body of the first request. */
  readonly binding: string
  readonly accountId: string
  readonly payloadToSign: string
  readonly expiresAt: number
  readonly used: boolean
}

/** The first answer to a call with an `Idempotency-Key`. */
export interface FirstAnswer {
  readonly binding: string
  readonly status: number
  readonly body: unknown
}

/** A document: the fields that the API shows, and the size of its file. The file itself is not stored. */
export interface DocumentRecord {
  readonly wire: Document
  /** The size of the file, in bytes. */
  readonly size: number
}

/** A row of an uploaded file. */
export interface BulkRow {
  /** The number of the row in the file. The first row after the heading has the number 1. */
  readonly number: number
  /** By column name. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether the row has more cells than the heading. */
  readonly hasSurplus: boolean
}

/**
 * A bulk upload: the job, and the rows from which customers are created. `rows` is `undefined` if the file is not valid
 * CSV.
 */
export interface BulkJobRecord {
  readonly wire: BulkJob
  readonly rows: readonly BulkRow[] | undefined
  readonly startedAt: number
}

/** The settings that the platform has changed with `PATCH /config`. */
export type ConfigChanges = Partial<Omit<PlatformConfig, 'id' | 'createdAt'>>

/**
 * The state of an emulator. Maps and collections are keyed by id unless their comment says otherwise. The indexes of
 * the collections are in `empty-state.ts`.
 */
export interface State {
  readonly customers: Collection<
    Customer,
    'platformCustomerId' | 'umaAddress' | 'customerType' | 'region' | 'currency' | 'presence'
  >
  readonly accounts: Collection<AccountRecord, 'customerId' | 'owner' | 'currency' | 'type'>
  readonly credentials: Collection<CredentialRecord, 'accountId' | 'contact'>
  readonly sessions: Collection<SessionRecord, 'accountId' | 'credentialId'>
  /** The passkey challenges, by request id. */
  readonly passkeyChallenges: Map<string, PasskeyChallenge>
  /** The encrypted codes that were answered with a token to stamp, by request id. */
  readonly codeConfirmations: Map<string, CodeConfirmation>
  /** The requests that were answered with a signed-request challenge, by request id. */
  readonly pendingRequests: Map<string, PendingRequest>
  /** Every client public key that was accepted, in lower-case hex. */
  readonly clientKeys: Set<string>
  readonly quotes: Map<string, Quote>
  readonly transactions: Collection<
    Transaction,
    'customerId' | 'platformCustomerId' | 'account' | 'reference' | 'status' | 'type'
  >
  readonly externalAccounts: Collection<ExternalAccountRecord, 'customerId' | 'key' | 'owner' | 'currency'>
  readonly lookups: Map<string, LookupRecord>
  /** The plan for executing each pending quote, by quote id. */
  readonly quotePlans: Map<string, QuotePlan>
  /** How customers authorize payments, where `provision()` has set it, by customer id. */
  readonly scaOptions: Map<string, ScaOptions>
  /** What earlier attempts to authorize payments mean for the next one, by customer id. */
  readonly scaStandings: Map<string, ScaStanding>
  /** The payments that wait for the person, by quote id. */
  readonly authorizations: Map<string, AuthorizationRecord>
  /** Payments that have not ended, by transaction id. */
  readonly payments: Map<string, PaymentRecord>
  /** Incoming payments that wait for the platform's approval, by transaction id. */
  readonly approvals: Map<string, ApprovalRecord>
  /** The digest and the permissions of each API token that the platform has created, by token id. */
  readonly grants: Map<string, Grant>
  readonly tokens: Collection<ApiToken>
  readonly verifications: Collection<Verification, 'customerId' | 'verificationStatus'>
  readonly beneficialOwners: Collection<BeneficialOwner, 'customerId'>
  readonly documents: Collection<DocumentRecord, 'documentHolder' | 'documentType'>
  /** The invitations, by code. */
  readonly invitations: Map<string, Invitation>
  readonly bulkJobs: Map<string, BulkJobRecord>
  /**
   * The credentials that each change of an e-mail address or a phone number affects, by the change's request id. Each
   * value is the name of the customer's field and the sorted credential ids, separated by spaces.
   */
  readonly contactChanges: Map<string, string>
  config: ConfigChanges
  readonly agents: Collection<AgentRecord, 'customerId' | 'isPaused' | 'isConnected'>
  /** The device codes, by code. */
  readonly deviceCodes: Collection<DeviceCodeRecord, 'agentId'>
  /** The agent ids, by the SHA-256 of the agent's access token in lower-case hex. */
  readonly agentTokens: Map<string, string>
  readonly agentActions: Collection<ActionRecord, 'agentId' | 'customerId' | 'quoteId' | 'status'>
  readonly cards: Collection<CardRecord, 'cardholderId' | 'accountId' | 'platformCardId' | 'state'>
  readonly cardTransactions: Map<string, CardTransactionRecord>
  readonly webhooks: Map<string, WebhookDelivery>
  /** The ids of the unfinished deliveries, by resource. Each list starts with the delivery that is attempted next. */
  readonly webhookQueues: Map<string, string[]>
  /** The balance that was last announced to the platform, by internal account id. */
  readonly announcedBalances: Map<string, bigint>
  /** The first answers, by `Idempotency-Key`. For an agent's call, the agent's id precedes the key. */
  readonly firstAnswers: Map<string, FirstAnswer>
  /** The `timestampMs` of the latest `payloadToSign`. No value is used twice. */
  lastPayloadAt: number
  readonly postings: Posting[]
  /** The balances. A key is the ledger account and the currency, separated by a space. */
  readonly balances: Map<string, bigint>
  /** The ledger accounts with postings since the balances were last announced to the platform. */
  readonly moved: Set<string>
  /** The scheduled jobs, as a heap with the earliest at the top. */
  readonly due: ScheduledJob[]
  /** The `order` of the job that was scheduled last. */
  lastOrder: number
}
