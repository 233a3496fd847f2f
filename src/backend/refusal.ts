/** The backend's own errors, in the shape of the service's errors. @module */

const statuses = {
  INVALID_INPUT: 400,
  NOT_LOGGED_IN: 401,
  FORBIDDEN: 403,
  STEP_UP_REQUIRED: 403,
  PAYMENT_PROOF_REQUIRED: 403,
  PAYMENT_PROOF_REFUSED: 403,
  PAYMENT_PASSKEY_REQUIRED: 403,
  PAYMENT_PASSKEY_UNKNOWN: 403,
  PAYMENT_NOT_YET: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_REFUSED: 502,
  UPSTREAM_UNREACHABLE: 502,
  UPSTREAM_RATE_LIMITED: 503,
  STORE_UNREACHABLE: 503,
  PLATFORM_TIMEOUT: 503,
  UPSTREAM_TIMEOUT: 504,
} as const

/** The codes of the backend's own errors. */
export type RefusalCode = keyof typeof statuses

/** The optional parts of a refusal. */
export interface RefusalExtra {
  /** Sent in the body. The details must not contain values from the request. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The error behind the refusal. It is not sent. */
  readonly cause?: unknown
}

/** The error for a request that is not forwarded, or whose answer cannot be received. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  /** HTTP status. */
  readonly status: number
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: RefusalCode, message: string, extra: RefusalExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.code = code
    this.status = statuses[code]
    this.details = extra.details
    this.headers = extra.headers ?? {}
  }
}
