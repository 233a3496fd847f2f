/** One request and its answer, read to its end: a parsed value, or why there is none. @module */
import type { Bytes } from '../encoding.js'
import { ServiceError } from '../errors.js'
import { readAtMost } from '../wire/read-at-most.js'
import { parseJson, readRefusal } from '../wire/refusal.js'
import type { AnyRoute } from '../wire/route.js'
import { parse, type Schema } from '../wire/schema.js'
import { SignedRequestChallenge } from '../wire/signed-request.js'

/** Bytes. A page of a list has at most a hundred entries, so this is generous. */
const answerLimit = 16 * 1024 * 1024

/** What became of one attempt. */
export type Attempt =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'challenge'; readonly value: SignedRequestChallenge }
  /** The service said no. */
  | { readonly kind: 'refused'; readonly error: ServiceError }
  /** What came back is no answer of the interface, or nothing came back. */
  | {
      readonly kind: 'lost'
      readonly code: 'NETWORK' | 'GATEWAY' | 'MALFORMED_ANSWER'
      readonly why: string
      readonly cause?: unknown
    }

/** Sends a request. Never rejects. */
export async function exchange(
  send: (request: Request) => Promise<Response>,
  request: Request,
  row: AnyRoute,
  now: () => number,
): Promise<Attempt> {
  let response: Response
  let bytes: Bytes | undefined
  try {
    response = await send(request)
    bytes = await readAtMost(response.body, answerLimit)
  } catch (cause) {
    return { kind: 'lost', code: 'NETWORK', why: 'The service could not be reached.', cause }
  }
  const { status } = response
  // 0: a browser's redirect that is not followed.
  if (status < 200 || (status >= 300 && status < 400)) {
    return { kind: 'lost', code: 'MALFORMED_ANSWER', why: 'The answer is a redirect, which is not followed.' }
  }
  if (status >= 502 && status <= 504) {
    return { kind: 'lost', code: 'GATEWAY', why: `A gateway answered ${status}.` }
  }
  if (bytes === undefined) {
    return { kind: 'lost', code: 'MALFORMED_ANSWER', why: 'The answer has more than 16 MiB.' }
  }
  const text = new TextDecoder().decode(bytes)
  if (!response.ok) {
    const { body, retryAfter } = readRefusal(
      { status, text, retryAfter: response.headers.get('Retry-After') },
      now(),
    )
    return { kind: 'refused', error: new ServiceError(status, body, retryAfter) }
  }
  if (row.signed === 'retry' && status === 202) {
    return read(row, SignedRequestChallenge, text, (value) => ({ kind: 'challenge', value }))
  }
  // Any final success of a call without an answer will do: the interface leaves some statuses open.
  const isEmpty = status === 204 || row.status === 204
  return read(row, row.answer, isEmpty ? undefined : text, (value) => ({ kind: 'done', value }))
}

function read<T>(
  { operation }: AnyRoute,
  schema: Schema<T>,
  text: string | undefined,
  as: (value: T) => Attempt,
): Attempt {
  const parsed = parse(schema, text === undefined ? undefined : parseJson(text))
  if (parsed.ok) return as(parsed.value)
  const fields = parsed.issues.map(({ path, expected }) => `\`${path || 'body'}\` (${expected} expected)`)
  const why = `The answer to ${operation} is not as described: ${[...new Set(fields)].join(', ')}.`
  return { kind: 'lost', code: 'MALFORMED_ANSWER', why }
}
