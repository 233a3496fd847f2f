/** The error that a handler throws to answer with an error of the interface (Errors). @module */

/** Optional parts of an error answer. */
export interface ApiErrorParts {
  /** The reason, as the interface spells it. Sent both at top level and in `details` (wire-facts 6 [advice]). */
  readonly reason?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An error answer of the interface. Thrown by handlers, turned into a response by the pipeline. */
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

/** 400 `INVALID_INPUT`; `issues` are the dotted paths of the refused fields. */
export const invalidInput = (message: string, ...issues: string[]): ApiError =>
  new ApiError(400, 'INVALID_INPUT', message, issues.length > 0 ? { details: { issues } } : {})

/** 401 `UNAUTHORIZED` with a reason. */
export const unauthorized = (reason: string, message: string = reason): ApiError =>
  new ApiError(401, 'UNAUTHORIZED', message, { reason })

/**
 * 404 `REFERENCE_NOT_FOUND`. Which code the service uses for accounts, credentials and sessions is not documented
 * (wire-facts 6 [advice]).
 */
export const notFound = (what: string): ApiError =>
  new ApiError(404, 'REFERENCE_NOT_FOUND', `There is no such ${what}.`)

/** The body of an error: `{ status, code, message, details }`, and `reason` where there is one. */
export function errorBody({ status, code, message, parts: { reason, details } }: ApiError): object {
  return {
    status,
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    details: { ...details, ...(reason === undefined ? {} : { reason }) },
  }
}

/** The response of an error. */
export const errorResponse = (refusal: ApiError): Response =>
  Response.json(errorBody(refusal), { status: refusal.status, headers: { ...refusal.parts.headers } })
