/**
 * Reads a request's body according to its content type: JSON of at most 64 KiB, or a form of at most 10 MiB.
 * @module
 */
import { type Bytes, readAtMost } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput } from '../handler/api-error.js'

/** The largest JSON body that is read, in bytes. */
export const bodyLimit: number = 64 * 1024

/** The largest form that is read, in bytes [our choice]. */
export const formLimit: number = 10 * 1024 * 1024

/** Whether a content type is `multipart/form-data`. */
export const isForm = (contentType: string | null): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '')

/**
 * Resolves with the bytes of the body, or with `undefined` if the body exceeds the limit for its content type. Bytes
 * beyond the limit are not read.
 */
export async function readBody(request: Request): Promise<Bytes | undefined> {
  const limit = isForm(request.headers.get('content-type')) ? formLimit : bodyLimit
  if (Number(request.headers.get('content-length')) > limit) return undefined
  return readAtMost(request.body, limit)
}

/**
 * Resolves with the fields of a `multipart/form-data` body, by name. A file is a `File`. Rejects with 415 for another
 * content type, and with 400 for a malformed form or a repeated field.
 */
export async function formBody(bytes: Bytes, contentType: string | null): Promise<unknown> {
  if (contentType === null || !isForm(contentType)) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'A file must be sent as multipart/form-data.')
  }
  const headers = { 'Content-Type': contentType }
  const form = await new Response(bytes, { headers }).formData().catch(() => undefined)
  if (!form) throw invalidInput('The body is not a valid form.', '')
  const fields = new Map<string, unknown>()
  form.forEach((value, name) => {
    if (fields.has(name)) throw invalidInput('The form contains a field more than once.', name)
    fields.set(name, value)
  })
  return Object.fromEntries(fields)
}

/**
 * Returns the JSON object in a body, or `undefined` for an empty body. Throws 415 if the content type is not
 * `application/json`, and 400 if the body is not a JSON object. Arrays are refused here because the schemas would
 * accept an array as an object without fields.
 */
export function jsonBody(bytes: Bytes, contentType: string | null): unknown {
  if (bytes.length === 0) return undefined
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'A body must be sent as application/json.')
  }
  const value = parsedJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidInput('The body is not a JSON object.', '')
  }
  return value
}

function parsedJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
