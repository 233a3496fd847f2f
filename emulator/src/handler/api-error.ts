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
  badRequest('INVALID_INPUT', message, issues)

/** Creates a 400 `INVALID_CURRENCY` error. `issues` are the dotted paths of the refused fields. */
export const invalidCurrency = (message: string, ...issues: string[]): ApiError =>
  badRequest('INVALID_CURRENCY', message, issues)

const badRequest = (code: string, message: string, issues: readonly string[]): ApiError =>
  new ApiError(400, code, message, issues.length > 0 ? { details: { issues } } : {})

/** Creates a 401 `UNAUTHORIZED` error. */
export const unauthorized = (reason: string, message: string = reason): ApiError =>
  new ApiError(401, 'UNAUTHORIZED', message, { reason })

/** Creates a 409 `CONFLICT` error. */
export const conflict = (message: string): ApiError => new ApiError(409, 'CONFLICT', message)

/**
 * Creates a 404 error. The service does not document which code it sends for an account, a credential or a session that
 * does not exist. The default is the emulator's choice (wire-facts 6 [our choice]).
 */
export const notFound = (what: string, code: string = 'REFERENCE_NOT_FOUND'): ApiError =>
  new ApiError(404, code, `There is no such ${what}.`)

/** Returns a record that was looked up. Throws {@link notFound} if there is none. */
export function orNotFound<T>(record: T | undefined, what: string, code?: string): T {
  if (record === undefined) throw notFound(what, code)
  return record
}

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
