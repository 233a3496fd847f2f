/** The error for a webhook that is refused. @module */

/** The reasons for refusing a webhook. */
export type WebhookErrorCode =
  /** The signature header is missing. */
  | 'SIGNATURE_MISSING'
  /** The signature is malformed, or does not match the body and the key. */
  | 'SIGNATURE_INVALID'
  /** The body is larger than the option `limit` allows. */
  | 'BODY_TOO_LARGE'
  /** The event is older than `maxAge`, or from the future. It is a replay, or one of the clocks is wrong. */
  | 'STALE'

const statuses: Readonly<Record<WebhookErrorCode, number>> = {
  SIGNATURE_MISSING: 401,
  SIGNATURE_INVALID: 401,
  BODY_TOO_LARGE: 413,
  STALE: 401,
}

/**
 * The error for a webhook that the receiver must not act on.
 *
 * @example
 * if (error instanceof WebhookError) return new Response(null, { status: error.status })
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** The reason for the refusal. */
  readonly code: WebhookErrorCode
  /** The HTTP status to answer with: 401 for a bad signature [reference]. */
  readonly status: number

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = statuses[code]
  }
}
