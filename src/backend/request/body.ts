/**
 * Reads the body of a request. The body must be small, must be exactly the JSON that `JSON.stringify` writes, and must
 * contain only fields of the route's schema.
 * @module
 */
import type { Bytes } from '../../encoding.js'
import { readAtMost } from '../../wire/read-at-most.js'
import type { AnyRoute } from '../../wire/route.js'
import { type FieldIssue, parse } from '../../wire/schema.js'
import { inTime } from '../deadline.js'
import { Refusal } from '../refusal.js'

/** The maximum size of a body, in bytes. */
const bodyLimit = 64 * 1024
/** How long a body may take to arrive, in milliseconds. */
const bodyDeadline = 10_000

/** The body of a request: the bytes, which are forwarded, and the parsed value. */
export interface RequestBody {
  /** The bytes exactly as received; `undefined` if there is no body. */
  readonly bytes: Bytes | undefined
  /** The body as parsed by the route's schema; `undefined` if the route has no body. */
  readonly value: unknown
}

/**
 * Reads and checks the body. Rejects with 413 above 64 KiB, and with 400 for a body that does not match the schema or
 * that two parsers could read differently.
 */
export async function readBody({ headers, body }: Request, route: AnyRoute): Promise<RequestBody> {
  const bytes = await receive(body)
  if (bytes === undefined) throw new Refusal('PAYLOAD_TOO_LARGE', 'The body exceeds 64 KiB.')
  if (route.body === undefined) {
    if (bytes.length > 0) throw invalidBody('This call must not have a body.')
    return { bytes: undefined, value: undefined }
  }
  const received = bytes.length === 0 ? undefined : decode(bytes, headers.get('Content-Type'))
  const parsed = parse(route.body, received)
  const issues = parsed.ok ? unknownFields(received, parsed.value, []) : parsed.issues
  if (issues.length > 0) {
    const missing = 'This call needs a body, but none arrived. Did a body parser already read it?'
    const wrong = 'The body does not match the schema of this call.'
    throw invalidBody(bytes.length === 0 ? missing : wrong, { issues })
  }
  return { bytes: bytes.length === 0 ? undefined : bytes, value: parsed.ok ? parsed.value : undefined }
}

async function receive(body: Request['body']): Promise<Bytes | undefined> {
  try {
    return await inTime(bodyDeadline, readAtMost(body, bodyLimit))
  } catch (cause) {
    throw new Refusal('INVALID_INPUT', 'The body did not arrive completely.', { cause })
  }
}

/** The option `ignoreBOM` keeps a byte order mark in the text, so that `JSON.parse` refuses it. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Bytes, contentType: string | null): unknown {
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i.test(contentType ?? '')) {
    throw invalidBody('The Content-Type of a body must be application/json.')
  }
  let text: string
  let value: unknown
  let again: string
  try {
    text = strictDecoder.decode(bytes)
    value = JSON.parse(text)
    // JSON that is nested thousands of levels deep can be parsed, but overflows the stack when it is serialized.
    again = JSON.stringify(value)
  } catch {
    throw invalidBody('The body must be JSON in UTF-8.')
  }
  // Parsers can disagree about duplicate keys, needless escapes, numbers that lose digits, and lone surrogates. The
  // comparison detects all of these except lone surrogates, which the regular expression detects.
  if (again !== text || /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)) {
    throw invalidBody('The body must be JSON exactly as JSON.stringify writes it.')
  }
  return value
}

/**
 * Lists the received fields that the schema does not contain. Without this check, such fields would be forwarded, and
 * could name another user's account.
 */
function unknownFields(received: unknown, read: unknown, path: readonly string[]): FieldIssue[] {
  if (typeof received !== 'object' || received === null || typeof read !== 'object' || read === null)
    return []
  // In a Map, unlike in an object, `__proto__` is an ordinary key.
  const known = new Map<string, unknown>(Object.entries(read))
  return Object.entries(received).flatMap(([key, value]) =>
    known.has(key) && key !== '__proto__'
      ? unknownFields(value, known.get(key), [...path, key])
      : [{ path: [...path, key].join('.').slice(0, 128), expected: 'no such field' }],
  )
}

function invalidBody(message: string, details?: Readonly<Record<string, unknown>>): Refusal {
  return new Refusal('INVALID_INPUT', message, { details })
}
