/**
 * Makes the backend's answers. Their bodies are JSON, only a few headers are passed on, and browsers are told not to
 * cache or sniff them.
 * @module
 */
import * as v from 'valibot'
import { type Bytes, utf8 } from '../encoding.js'
import { ErrorBody } from '../wire/errors.js'
import { parseAnswer } from '../wire/parse-answer.js'
import type { Refusal } from './refusal.js'
import { noHeaders, type ReceivedHeaders } from './send.js'

/** An answer from the service, received completely. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: ReceivedHeaders
  readonly bytes: Bytes
  /** The bytes parsed as JSON; `undefined` if they are not JSON. */
  readonly value: unknown
}

const returnedHeaders = ['Date', 'Retry-After']

const json = { 'Content-Type': 'application/json' }
const fixedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** Returns the error in an answer, if its body has the form of the service's errors. */
export function errorIn({ value }: Pick<UpstreamAnswer, 'value'>): ErrorBody | undefined {
  const parsed = parseAnswer(ErrorBody, value)
  return parsed.ok ? parsed.value : undefined
}

/** Makes the 200 answer to a call that the backend does not forward. The body is `value`, serialized as JSON. */
export function composedAnswer(value: object): UpstreamAnswer {
  return { status: 200, headers: noHeaders, bytes: utf8(JSON.stringify(value)), value }
}

/**
 * Makes the answer for a refusal. The body has the shape of the service's errors, `{ status, code, message, details? }`
 * [reference]. The fields of `more` are added to `details`.
 */
export function refusalAnswer(
  { status, code, message, details, headers }: Refusal,
  more: Readonly<Record<string, unknown>> = {},
): Response {
  const all = { ...details, ...more }
  const shown = Object.keys(all).length > 0 ? { details: all } : {}
  return new Response(JSON.stringify({ status, code, message, ...shown }), {
    status,
    headers: { ...headers, ...json, ...fixedHeaders },
  })
}

/**
 * Makes the page's answer from the service's answer. The status does not change, and neither does the body of a
 * success. The body of an error keeps only the known fields. Of the headers, only `Date` and `Retry-After` are passed
 * on.
 */
export function passBack(answer: UpstreamAnswer): Response {
  const { status } = answer
  const body = status < 400 ? answer.bytes : refusalBody(answer)
  const isEmpty = body === undefined || body.length === 0
  const headers: Record<string, string> = isEmpty ? { ...fixedHeaders } : { ...json, ...fixedHeaders }
  for (const name of returnedHeaders) {
    const value = answer.headers.get(name)
    if (value !== null) headers[name] = value
  }
  // For these statuses the constructor of `Response` throws if it is given a body, even an empty one.
  const bodiless = status === 204 || status === 205 || status === 304
  return new Response(bodiless ? null : (body ?? null), { status, headers })
}

/**
 * Reduces an error of the service to its known fields, because a proxy or a debug page may have added others. Drops
 * long or nested details, and the detail `forwarded`, which only this backend may set. Returns `undefined` if the
 * answer is not a readable error.
 */
function refusalBody(answer: UpstreamAnswer): string | undefined {
  const error = errorIn(answer)
  if (error === undefined) return undefined
  const { code, message, reason, details } = error
  const kept = Object.entries(details ?? {}).filter(
    ([name, each]) => name !== 'forwarded' && v.is(ShortDetail, each),
  )
  return JSON.stringify({
    status: answer.status,
    code,
    message,
    reason,
    ...(kept.length === 0 ? {} : { details: Object.fromEntries(kept) }),
  })
}

const ShortDetail = v.union([
  v.number(),
  v.boolean(),
  v.pipe(v.string(), v.maxLength(1024)),
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(256))), v.maxLength(32)),
])
