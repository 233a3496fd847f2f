/** Whom each code of the library is for. A code that is missing here does not compile. */
import { expect, test } from 'vitest'
import type {
  CeremonyErrorCode,
  ErrorKind,
  SealedKeyErrorCode,
  ServiceErrorCode,
  SessionErrorCode,
  TransportErrorCode,
} from '../errors.js'
import { isForDevelopers } from './tell-developer.js'

/** `developer`: the person can do nothing, so the console says it. `person`: the page says what to do. */
type Table<Code extends string> = Readonly<Record<Code, 'developer' | 'person'>>

interface Kinds {
  readonly transport: Table<TransportErrorCode>
  readonly service: Table<Exclude<ServiceErrorCode, `HTTP_${number}`>>
  readonly ceremony: Table<CeremonyErrorCode>
  readonly session: Table<SessionErrorCode>
  readonly sealedKey: Table<SealedKeyErrorCode>
}

const audiences: Kinds = {
  transport: {
    NETWORK: 'person',
    TIMEOUT: 'person',
    GATEWAY: 'person',
    MALFORMED_ANSWER: 'developer',
    LOAD_FAILED: 'person',
    HEADERS_FAILED: 'developer',
    REDIRECTED: 'developer',
    OUTCOME_UNKNOWN: 'person',
    FRAME_UNREACHABLE: 'developer',
    FRAME_VERSION: 'developer',
    FRAME_LOST: 'person',
  },
  service: {
    UNAUTHORIZED: 'person',
    NOT_LOGGED_IN: 'developer',
    FORBIDDEN: 'developer',
    INVALID_INPUT: 'person',
    RATE_LIMITED: 'person',
    CONFLICT: 'person',
    QUOTE_NOT_FOUND: 'person',
    EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: 'person',
    SMS_OTP_CREDENTIAL_ALREADY_EXISTS: 'person',
    PASSKEY_CREDENTIAL_ALREADY_EXISTS: 'person',
    PAYMENT_PROOF_REFUSED: 'person',
    PAYMENT_PASSKEY_REQUIRED: 'person',
    PAYMENT_PASSKEY_UNKNOWN: 'person',
    PAYMENT_NOT_YET: 'person',
    ACCOUNT_LOCKED: 'person',
    SCA_SESSION_REQUIRED: 'person',
    INSUFFICIENT_BALANCE: 'person',
    STEP_UP_REQUIRED: 'person',
    PAYMENT_PROOF_REQUIRED: 'person',
    NOT_FOUND: 'developer',
    METHOD_NOT_ALLOWED: 'developer',
    PAYLOAD_TOO_LARGE: 'developer',
    INTERNAL_ERROR: 'person',
    OVERLOADED: 'person',
    STORE_UNREACHABLE: 'person',
    PLATFORM_TIMEOUT: 'person',
    UPSTREAM_REFUSED: 'person',
    UPSTREAM_RATE_LIMITED: 'person',
    UPSTREAM_UNREACHABLE: 'person',
    UPSTREAM_TIMEOUT: 'person',
  },
  ceremony: {
    CEREMONY_CANCELLED: 'person',
    CEREMONY_TIMEOUT: 'person',
    PASSKEYS_UNSUPPORTED: 'person',
    PASSKEY_EXISTS: 'person',
    RELYING_PARTY_MISMATCH: 'developer',
    CEREMONY_PENDING: 'person',
    PASSKEYS_NOT_ALLOWED: 'developer',
    INPUT_INVALID: 'person',
    WINDOW_BLOCKED: 'person',
    CEREMONY_FAILED: 'person',
    OIDC_CALLBACK_FAILED: 'person',
    OIDC_TIMEOUT: 'person',
    OIDC_TOKEN_MALFORMED: 'person',
    OIDC_NONCE_MISMATCH: 'person',
    OIDC_TOKEN_STALE: 'person',
  },
  session: {
    SESSION_REQUIRED: 'person',
    SESSION_EXPIRED: 'person',
    SESSION_ENDED: 'person',
    STEP_UP_REQUIRED: 'person',
    WEBCRYPTO_UNUSABLE: 'person',
    CREDENTIAL_NOT_FOUND: 'person',
    CREDENTIAL_AMBIGUOUS: 'person',
    SUPERSEDED: 'person',
    BUSY: 'person',
    CANCELLED: 'person',
    DISPOSED: 'person',
    INTERRUPTED: 'person',
    PROOF_TIMEOUT: 'person',
    NOT_AWAITED: 'person',
    CONFIRMATION_REFUSED: 'person',
    CONFIRMATION_FAILED: 'developer',
    CHALLENGE_EXPIRED: 'person',
    AUTHORIZATION_EXPIRED: 'person',
    PAYLOAD_REFUSED: 'developer',
    REVOKE_FAILED: 'person',
    ERASE_FAILED: 'person',
    EXPORT_SIGNER_REQUIRED: 'developer',
    OTP_SIGNER_REQUIRED: 'developer',
    KEY_DELIVERY_REFUSED: 'developer',
  },
  sealedKey: {
    KEY_DELIVERY_CONTRADICTED: 'developer',
    SEALED_KEY_BASE58: 'developer',
    SEALED_KEY_CHECKSUM: 'developer',
    SEALED_KEY_LENGTH: 'developer',
    SEALED_KEY_POINT: 'developer',
    SEALED_KEY_OPEN: 'developer',
    SEALED_KEY_PLAINTEXT: 'developer',
    EXPORT_MALFORMED: 'developer',
    EXPORT_UNSIGNED: 'developer',
    EXPORT_SIGNER_MISMATCH: 'developer',
    EXPORT_SIGNATURE_INVALID: 'developer',
    EXPORT_ORGANIZATION_MISMATCH: 'developer',
    OTP_BUNDLE_MALFORMED: 'developer',
    OTP_SIGNER_MISMATCH: 'developer',
    OTP_SIGNATURE_INVALID: 'developer',
  },
}

test.each(
  Object.entries(audiences).flatMap(([kind, table]) =>
    Object.entries<string>(table).map(([code, audience]) => [code, audience, kind as ErrorKind] as const),
  ),
)('%s is for the %s', (code, audience, kind) => {
  expect(isForDevelopers({ kind, code } as Parameters<typeof isForDevelopers>[0])).toBe(
    audience === 'developer',
  )
})

test('an answer that something between page and backend sent is for the developer', () => {
  expect(isForDevelopers({ kind: 'service', code: 'HTTP_403' })).toBe(true)
})
