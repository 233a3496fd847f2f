/** The responses of the backend: JSON only, a few chosen headers, never cached, never sniffed. @module */
import { type Bytes, utf8 } from '../encoding.js'
import { ErrorBody } from '../wire/errors.js'
import { parse } from '../wire/schema.js'
import type { Refusal } from './refusal.js'

/** An answer of the service that was received completely. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Bytes
  /** The bytes as JSON; `undefined` if they are not. */
  readonly value: unknown
}

const returnedHeaders = ['Date', 'Retry-After']

const json = { 'Content-Type': 'application/json' }
const fixedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** An answer that the backend itself composes in place of the service's. */
export function composedAnswer(value: object): UpstreamAnswer {
  return { status: 200, headers: new Headers(), bytes: utf8(JSON.stringify(value)), value }
}

/** A refusal in the service's error shape `{ status, code, message, details? }` [at date], with `more` among its details. */
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
 * The service's answer: its status, the bytes of a success or the known fields of a refusal, and only the headers that a
 * client needs.
 */
export function passBack(answer: UpstreamAnswer): Response {
  const { status } = answer
  const body = status >= 200 && status < 300 ? answer.bytes : refusalBody(answer)
  const headers = new Headers(
    body === undefined || body.length === 0 ? fixedHeaders : { ...json, ...fixedHeaders },
  )
  for (const name of returnedHeaders) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  // With these statuses the constructor throws for any body, even an empty one.
  const bodiless = status === 204 || status === 205 || status === 304
  return new Response(bodiless ? null : (body ?? null), { status, headers })
}

/**
 * A refusal put together from its known fields, so that nothing comes along that a proxy or a debugging page has added. Of the details the
 * short ones stay, without `forwarded`, which only this backend may say. `undefined` where there is no readable refusal.
 */
function refusalBody({ status, value }: UpstreamAnswer): string | undefined {
  const parsed = parse(ErrorBody, value)
  if (!parsed.ok) return undefined
  const { code, message, reason, details } = parsed.value
  const kept = Object.entries(details ?? {}).filter(([name, each]) => name !== 'forwarded' && isShort(each))
  return JSON.stringify({
    status,
    code,
    message,
    reason,
    ...(kept.length === 0 ? {} : { details: Object.fromEntries(kept) }),
  })
}

/** A word, a number, or a list of words, such as the names of fields. */
const isShort = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length <= 32 && value.every((each) => typeof each === 'string' && each.length <= 256)
    : ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value.length <= 1024)
