/**
 * The error that a handler throws to refuse a call, and the error answer that the service would send for it (Errors).
 * @module
 */

/** Optional parts of an error answer. */
export interface ApiErrorParts {
  /** The `reason` of the error. It is sent both at the top level and in `details` (wire-facts 6 [our choice]). */
  readonly reason?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that a handler throws. The pipeline turns it into an error answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly parts: ApiErrorParts

  constructor(status: number, code: string, message: string, parts: ApiErrorParts = {}) {
    super(message)
    this.status = status
    this.code = code
    this.parts = parts
  }
}

/** Creates a 400 `INVALID_INPUT` error. `issues` are the dotted paths of the refused fields. */
export const invalidInput = (message: string, ...issues: string[]): ApiError =>
  new ApiError(400, 'INVALID_INPUT', message, issues.length > 0 ? { details: { issues } } : {})

/** Creates a 401 `UNAUTHORIZED` error. */
export const unauthorized = (reason: string, message: string = reason): ApiError =>
  new ApiError(401, 'UNAUTHORIZED', message, { reason })

/**
 * Creates a 404 `REFERENCE_NOT_FOUND` error. The service does not document which code it sends for an account, a
 * credential or a session that does not exist (wire-facts 6 [our choice]).
 */
export const notFound = (what: string): ApiError =>
  new ApiError(404, 'REFERENCE_NOT_FOUND', `There is no such ${what}.`)

/** Returns the body of an error: `{ status, code, message, details }`, and `reason` if there is one. */
export function errorBody({ status, code, message, parts: { reason, details } }: ApiError): object {
  return {
    status,
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    details: { ...details, ...(reason === undefined ? {} : { reason }) },
  }
}

/** Creates the response for an error. */
export const errorResponse = (refusal: ApiError): Response =>
  Response.json(errorBody(refusal), { status: refusal.status, headers: { ...refusal.parts.headers } })
