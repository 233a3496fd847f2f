/** The schemas that have a name in the OpenAPI document: resources, request bodies and shared values. @module */
import * as wire from 'embedded-wallet-auth/wire'

type AnySchema = wire.Schema<unknown>

/** Schemas of the wire contract that the document does not name: no call has them in its body or its answer. */
const unnamed: ReadonlySet<AnySchema> = new Set<AnySchema>([
  wire.AbsoluteUrl,
  wire.ApprovalAnswer,
  wire.SealedSession,
  wire.WebhookEvent,
])

/** Schemas whose name in the document is not the name of an export: each is taken from the one call that has it. */
const renamed: Readonly<Record<string, AnySchema>> = {
  CreatedAgent: wire.createAgentRoute.answer,
  CreatedApiToken: wire.createTokenRoute.answer,
  CreatedCredential: wire.createCredentialRoute.answer,
  CredentialChallenge: wire.challengeCredentialRoute.answer,
  CredentialType: wire.CredentialTypeSchema,
  Error: wire.ErrorBody,
  KycLink: wire.createKycLinkRoute.answer,
  RedeemedDeviceCode: wire.redeemDeviceCodeRoute.answer,
  TestDelivery: wire.sendTestWebhookRoute.answer,
  WalletExport: wire.exportWalletRoute.answer,
}

const hasOtherName = (schema: AnySchema): boolean =>
  unnamed.has(schema) || Object.values(renamed).includes(schema)

const isSchema = (value: unknown): value is AnySchema =>
  typeof value === 'object' && value !== null && '~run' in value

const exported: readonly (readonly [string, AnySchema])[] = Object.entries(wire).flatMap(([name, value]) =>
  isSchema(value) && !hasOtherName(value) ? [[name, value] as const] : [],
)

/** The named schemas, in alphabetical order. A schema that `wire` exports is named after its export. */
export const components: Readonly<Record<string, AnySchema>> = Object.fromEntries(
  [...exported, ...Object.entries(renamed)].sort(([a], [b]) => a.localeCompare(b, 'en')),
)

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
  BulkUpload: 'The id of the job that an upload has started.',
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
  ReachableBeneficiary: 'A beneficiary with a phone number and a country of residence.',
  ScaChallenge: 'What a person has to answer before a payment is released.',
  Session: 'A new session. Its key can sign until the session expires.',
  SessionClientKey:
    'An ephemeral P-256 public key in hex. If it is uncompressed (130 characters), a new session key is sealed to it. If it is compressed (66 characters), it becomes the session key. Use each key only once.',
  SignedRequestChallenge: 'A challenge. Sign its payloadToSign, then send the same request again.',
  Timestamp: 'ISO 8601 date and time in UTC.',
  UmaAddress: '$name@domain',
}
