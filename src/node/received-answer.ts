/** Reads what a dispatcher received: the headers, and the body in its encoding. @module */
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { ReceivedHeaders } from '../backend/send.js'
import type { Bytes } from '../encoding.js'

/**
 * Reads headers in one of the two forms of undici: names and values in turns, for HTTP/1.1, or an object, for HTTP/2.
 */
export function receivedHeaders(raw: unknown): ReceivedHeaders {
  const values = new Map<string, string>()
  for (const [name, value] of pairs(raw)) {
    const key = latin1(name).toLowerCase()
    const before = values.get(key)
    values.set(key, before === undefined ? latin1(value) : `${before}, ${latin1(value)}`)
  }
  return { get: (name) => values.get(name.toLowerCase()) ?? null }
}

function* pairs(raw: unknown): Generator<readonly [name: unknown, value: unknown]> {
  if (Array.isArray(raw)) for (let at = 0; at < raw.length; at += 2) yield [raw[at], raw[at + 1]]
  else yield* Object.entries(Object(raw))
}

const latin1 = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(latin1).join(', ')
    : Buffer.isBuffer(value)
      ? value.toString('latin1')
      : String(value)

type Decode = (bytes: Uint8Array, options: zlib.ZlibOptions) => Promise<Uint8Array>

const gunzip: Decode = promisify(zlib.gunzip)
const inflate: Decode = promisify(zlib.inflate)
const inflateRaw: Decode = promisify(zlib.inflateRaw)

/** `deflate` has a header according to the standard, but some servers omit it. The header starts with a known digit. */
const deflate: Decode = (bytes, options) =>
  (((bytes[0] ?? 0) & 0xf) === 8 ? inflate : inflateRaw)(bytes, options)

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', deflate],
  ['br', promisify(zlib.brotliDecompress)],
])
const maxEncodings = 5

/**
 * Decodes a body. `encoding` is the value of `Content-Encoding`. As with `fetch`, a body in an unknown encoding stays as
 * it is. Rejects if the body cannot be decoded, is incomplete, or has more than `limit` bytes when it is decoded.
 */
export async function decoded(body: Bytes, encoding: string, limit: number): Promise<Bytes> {
  const encodings = encoding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .reverse()
  if (encodings.length > maxEncodings) throw new Error('The answer has too many encodings.')
  let bytes: Uint8Array = body
  for (const each of encodings) {
    const decode = decoders.get(each)
    if (decode === undefined) return body
    bytes = await decode(bytes, { maxOutputLength: limit })
  }
  return new Uint8Array(bytes)
}
