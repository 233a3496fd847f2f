/**
 * Which errors each call gives. The tests hold every answer of the emulator to this table: `send` of
 * `fixtures/client.ts` fails for an error that is not in it.
 * @module
 */
import {
  type AnyRoute,
  type Calls,
  credentialTypes,
  type ExistsCode,
  type IdType,
} from 'embedded-wallet-auth/wire'

/** The codes for a second credential of a type of which an account may have only one. */
const existsCodes = Object.entries(credentialTypes).flatMap(([type, { proof }]) =>
  // The type assertion is safe, because `ExistsCode` is made from the same table by the same rule.
  proof === 'oidcToken' ? [] : [`${type}_CREDENTIAL_ALREADY_EXISTS` as ExistsCode],
)

const statusOfCode = {
  AMOUNT_OUT_OF_RANGE: 400,
  CARDHOLDER_KYC_NOT_APPROVED: 400,
  CARD_PAUSED: 400,
  FUNDING_SOURCE_INELIGIBLE: 400,
  INSUFFICIENT_BALANCE: 400,
  INSUFFICIENT_FUNDS: 400,
  INVALID_BANK_ACCOUNT: 400,
  INVALID_CURRENCY: 400,
  INVALID_INPUT: 400,
  INVALID_RECEIVER: 400,
  INVALID_TIMESTAMP: 400,
  INVALID_UMA_ADDRESS: 400,
  INVITATION_ALREADY_CLAIMED: 400,
  INVITATION_CANCELLED: 400,
  MISSING_MANDATORY_USER_INFO: 400,
  SELF_PAYMENT: 400,
  UNSUITABLE_DOCUMENT: 400,
  WEBHOOK_DELIVERY_ERROR: 400,
  WEBHOOK_ENDPOINT_NOT_SET: 400,
  REQUEST_ID_MISSING: 401,
  UNAUTHORIZED: 401,
  WALLET_SIGNATURE_BODY_MISMATCH: 401,
  WALLET_SIGNATURE_INVALID: 401,
  WALLET_SIGNATURE_MALFORMED: 401,
  WALLET_SIGNATURE_MISSING: 401,
  FORBIDDEN: 403,
  VELOCITY_LIMIT_EXCEEDED: 403,
  BULK_UPLOAD_JOB_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  LOOKUP_REQUEST_NOT_FOUND: 404,
  QUOTE_NOT_FOUND: 404,
  REFERENCE_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  TRANSACTION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  CARD_ALREADY_CLOSED: 409,
  CONFLICT: 409,
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: 409,
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: 409,
  INVALID_STATE_TRANSITION: 409,
  SCA_SESSION_REQUIRED: 409,
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: 409,
  UMA_ADDRESS_EXISTS: 409,
  CUSTOMER_DELETED: 410,
  UNSUPPORTED_UMA_VERSION: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  ACCOUNT_LOCKED: 423,
  LNURLP_REQUEST_FAILED: 424,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const

/** The code of an error. */
export type RefusalCode = keyof typeof statusOfCode | ExistsCode

const isExistsCode = (code: RefusalCode): code is ExistsCode => existsCodes.some((each) => each === code)

/** The status of an error code. A code has the same status for every call. */
export const statusOf = (code: RefusalCode): number => (isExistsCode(code) ? 400 : statusOfCode[code])

/** Every code. */
export const refusalCodes: readonly string[] = [...Object.keys(statusOfCode), ...existsCodes]

const customer = ['REFERENCE_NOT_FOUND', 'CUSTOMER_DELETED'] as const
const umaAddress = ['INVALID_UMA_ADDRESS', 'UMA_ADDRESS_EXISTS'] as const
const bankAccount = ['INVALID_CURRENCY', 'INVALID_BANK_ACCOUNT', 'CONFLICT'] as const
const invitation = ['INVITATION_NOT_FOUND', 'INVITATION_ALREADY_CLAIMED', 'INVITATION_CANCELLED'] as const
const quote = [
  ...customer,
  'INVALID_CURRENCY',
  'LOOKUP_REQUEST_NOT_FOUND',
  'INVALID_RECEIVER',
  'SELF_PAYMENT',
  'MISSING_MANDATORY_USER_INFO',
  'AMOUNT_OUT_OF_RANGE',
] as const
const transfer = [...customer, 'INVALID_CURRENCY'] as const
const agentsPolicy = ['FORBIDDEN', 'VELOCITY_LIMIT_EXCEEDED'] as const

/** The codes of each call, apart from those that follow from its row in the route table. */
const own: Readonly<Partial<Record<keyof Calls, readonly RefusalCode[]>>> = {
  createCredential: [
    'REFERENCE_NOT_FOUND',
    ...existsCodes,
    // The code could not be sent.
    'INTERNAL_ERROR',
  ],
  listCredentials: ['REFERENCE_NOT_FOUND'],
  challengeCredential: ['RATE_LIMITED', 'INTERNAL_ERROR'],
  verifyCredential: [
    // The retry of an encrypted code.
    'REQUEST_ID_MISSING',
    'WALLET_SIGNATURE_BODY_MISMATCH',
    'WALLET_SIGNATURE_INVALID',
    'WALLET_SIGNATURE_MALFORMED',
    'WALLET_SIGNATURE_MISSING',
  ],
  listSessions: ['REFERENCE_NOT_FOUND'],

  // The platformCustomerId is taken.
  createCustomer: ['CONFLICT', 'INVALID_CURRENCY', ...umaAddress],
  updateCustomer: [
    ...customer,
    'INVALID_CURRENCY',
    ...umaAddress,
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    // Another customer has the phone number.
    'CONFLICT',
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
  ],
  deleteCustomer: customer,
  createKycLink: customer,
  getBulkJob: ['BULK_UPLOAD_JOB_NOT_FOUND'],
  createVerification: customer,
  createBeneficialOwner: customer,
  updateBeneficialOwner: customer,
  createDocument: [...customer, 'UNSUITABLE_DOCUMENT'],
  replaceDocument: ['UNSUITABLE_DOCUMENT'],
  deleteDocument: ['CONFLICT'],

  createQuote: [...quote, 'INSUFFICIENT_BALANCE', 'INTERNAL_ERROR'],
  executeQuote: [
    ...customer,
    'CONFLICT',
    'INSUFFICIENT_BALANCE',
    'AMOUNT_OUT_OF_RANGE',
    // The code of an authorization could not be sent.
    'INTERNAL_ERROR',
  ],
  authorizeQuote: [
    'CUSTOMER_DELETED',
    'CONFLICT',
    'SCA_SESSION_REQUIRED',
    'ACCOUNT_LOCKED',
    'INTERNAL_ERROR',
  ],
  resendQuoteCode: ['CUSTOMER_DELETED', 'CONFLICT', 'RATE_LIMITED', 'INTERNAL_ERROR'],
  getTransaction: ['TRANSACTION_NOT_FOUND'],
  approveTransaction: ['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', 'AMOUNT_OUT_OF_RANGE'],
  rejectTransaction: ['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  transferIn: [...transfer, 'AMOUNT_OUT_OF_RANGE'],
  transferOut: [...transfer, 'INSUFFICIENT_BALANCE'],
  estimateWithdrawalFee: ['REFERENCE_NOT_FOUND', 'INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'],
  listExchangeRates: ['INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'],

  createExternalAccount: [...customer, ...bankAccount],
  createPlatformExternalAccount: bankAccount,
  lookUpUma: [
    ...customer,
    'INVALID_UMA_ADDRESS',
    'USER_NOT_FOUND',
    'UNSUPPORTED_UMA_VERSION',
    'LNURLP_REQUEST_FAILED',
  ],
  lookUpExternalAccount: [...customer, 'USER_NOT_FOUND'],

  createAgent: [...customer, 'INVALID_CURRENCY'],
  updateAgentPolicy: ['INVALID_CURRENCY'],
  createDeviceCode: ['CONFLICT'],
  getDeviceCodeStatus: ['REFERENCE_NOT_FOUND'],
  redeemDeviceCode: ['REFERENCE_NOT_FOUND'],
  approveAgentAction: ['CONFLICT'],
  rejectAgentAction: ['CONFLICT'],

  createAgentQuote: [...quote, ...agentsPolicy],
  executeAgentQuote: ['REFERENCE_NOT_FOUND', 'CONFLICT', ...agentsPolicy],
  createAgentTransferIn: [...transfer, ...agentsPolicy],
  createAgentTransferOut: [...transfer, ...agentsPolicy],
  listAgentTransactions: ['FORBIDDEN'],
  getAgentTransaction: ['FORBIDDEN'],
  createAgentExternalAccount: ['FORBIDDEN', 'CUSTOMER_DELETED', ...bankAccount],
  deleteAgentExternalAccount: ['FORBIDDEN'],

  createCard: [...customer, 'CARDHOLDER_KYC_NOT_APPROVED', 'FUNDING_SOURCE_INELIGIBLE'],
  updateCard: ['CARD_ALREADY_CLOSED', 'INVALID_STATE_TRANSITION', 'FUNDING_SOURCE_INELIGIBLE'],

  createInvitation: ['INVALID_UMA_ADDRESS', 'INVALID_TIMESTAMP'],
  getInvitation: ['INVITATION_NOT_FOUND'],
  claimInvitation: ['INVALID_UMA_ADDRESS', ...invitation],
  cancelInvitation: invitation,

  updateConfig: ['INVALID_CURRENCY'],

  fundAccount: customer,
  sandboxSend: ['QUOTE_NOT_FOUND', ...customer, 'CONFLICT', 'INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'],
  sandboxReceiveUma: [
    ...customer,
    'INVALID_UMA_ADDRESS',
    'USER_NOT_FOUND',
    'INVALID_RECEIVER',
    'INVALID_CURRENCY',
    'AMOUNT_OUT_OF_RANGE',
  ],
  simulateAuthorization: [
    'CARD_PAUSED',
    'INSUFFICIENT_FUNDS',
    'INVALID_CURRENCY',
    'INVALID_STATE_TRANSITION',
  ],
  simulateClearing: ['INVALID_STATE_TRANSITION', 'AMOUNT_OUT_OF_RANGE'],
  simulateReturn: ['INVALID_STATE_TRANSITION', 'AMOUNT_OUT_OF_RANGE'],
  sendTestWebhook: ['WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR'],
}

/** The codes for an id in the path that nothing has, where they are not `REFERENCE_NOT_FOUND`. */
const notFound: Readonly<Partial<Record<IdType, RefusalCode>>> = {
  Quote: 'QUOTE_NOT_FOUND',
  Token: 'TOKEN_NOT_FOUND',
  Transaction: 'TRANSACTION_NOT_FOUND',
}

/** Returns the codes that follow from a call's row. Most are what the router refuses before it asks the handler. */
function ofTheRow({ method, params = {}, body, auth, idempotent }: AnyRoute): readonly RefusalCode[] {
  return [
    ...Object.values(params).map((type) => notFound[type] ?? 'REFERENCE_NOT_FOUND'),
    // A malformed body or query, or a query parameter that the call does not have.
    'INVALID_INPUT',
    ...(auth === 'none' ? [] : (['UNAUTHORIZED'] as const)),
    // The API token lacks the call's permission.
    ...(auth === undefined ? (['FORBIDDEN'] as const) : []),
    ...(method === 'GET' ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    ...(body === undefined ? [] : (['UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(idempotent ? (['CONFLICT'] as const) : []),
  ]
}

/** Returns the codes of the errors that a call gives, by status. Injected faults are not among them. */
export function refusalsOf(route: AnyRoute): ReadonlyMap<number, readonly RefusalCode[]> {
  // An operation of another service's table has no codes of its own.
  const named = (own as Readonly<Record<string, readonly RefusalCode[]>>)[route.operation] ?? []
  const codes = [...new Set([...ofTheRow(route), ...named])]
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b)
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status).sort()]))
}
