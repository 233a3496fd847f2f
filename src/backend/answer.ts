/** Makes the responses of the backend. They have only a few chosen headers, and are never cached or sniffed. @module */
import type { Bytes } from '../encoding.js'
import type { Refusal } from './refusal.js'

/** An answer of the service that was received completely. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Bytes
}

const returnedHeaders = ['Content-Type', 'Date', 'Retry-After']

const fixedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** A response that the backend itself composes. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers, ...fixedHeaders },
  })
}

/** A refusal in the service's error shape `{ status, code, message, details? }` [at date], with `more` among its details. */
export function refusalAnswer(
  { status, code, message, details, headers }: Refusal,
  more: Readonly<Record<string, unknown>> = {},
): Response {
  const all = { ...details, ...more }
  const shown = Object.keys(all).length > 0 ? { details: all } : {}
  return jsonAnswer(status, { status, code, message, ...shown }, headers)
}

/** A response with the service's status and bytes, and only those of its headers that a client needs. */
export function passBack(answer: UpstreamAnswer): Response {
  const headers = new Headers(fixedHeaders)
  for (const name of returnedHeaders) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  // For these statuses the constructor throws if there is a body, even an empty one.
  const bodiless = answer.status === 204 || answer.status === 205 || answer.status === 304
  return new Response(bodiless ? null : answer.bytes, { status: answer.status, headers })
}
