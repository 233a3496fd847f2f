/**
 * verifyWebhook(): checks that the service signed a webhook, and reads its event (wire-facts 7.7 [reference]).
 * @module
 */

import { base64urlToBytes } from '../../base64url.js'
import { type Bytes, bytesToHex, type CryptoKey, sha256 } from '../../encoding.js'
import { derToP1363 } from '../../p1363.js'
import { plainPem } from '../../wire/as-configured.js'
import { aFunction, aText, checkOptions, type Options, optional, positive } from '../../wire/options.js'
import { readAtMost } from '../../wire/read-at-most.js'
import { parseJson } from '../../wire/schema.js'
import { webhookSignatureHeader } from '../../wire/webhooks.js'
import { WebhookError } from './webhook-error.js'
import { eventOf, type WebhookEvent } from './webhook-events.js'

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** Name of the signature header, for deployments that spell it differently. Default `X-Service-Signature`. */
  readonly signatureHeader?: string
  /** The maximum size of a body, in bytes. Default 1 MiB. */
  readonly limit?: number
  /**
   * The maximum age of an event, in seconds. Default eight days: the service retries a delivery for seven days, so an
   * old event is not necessarily a replay. Recognize duplicates by their `id`.
   */
  readonly maxAge?: number
  /**
   * Returns the time in milliseconds since 1970, or a promise of it. Default: `Date.now`. An emulator whose clock was
   * advanced stamps its events with its own time: pass that here.
   */
  readonly now?: () => number | Promise<number>
}

const webhookOptions: Options<VerifyWebhookOptions> = {
  signatureHeader: optional(aText),
  limit: optional(positive('bytes')),
  maxAge: optional(positive('seconds')),
  now: optional(aFunction),
}

/** A key that webhooks are verified with: PEM text, or a `CryptoKey` imported from it. */
type WebhookKey = string | CryptoKey

/** How many seconds the timestamp of an event may be ahead of this machine's clock. */
const ahead = 300

/**
 * Verifies a webhook: its signature over the raw bytes, and its age. Resolves with the event. `publicKey` is the PEM
 * from the platform's dashboard, or a `CryptoKey` imported from it. While the service changes its key, pass a list of
 * the old and the new one.
 *
 * Rejects with a {@link WebhookError} if the service did not sign the request, or if the body is too large, too old or
 * from the future. What the service signed is never refused for its form: an event that this version cannot read has
 * the type `unknown`, and its `issues` say why. Answer the request with the error's `status`. Rejects with a
 * `TypeError` for an invalid key, and for a body that was already read.
 *
 * An event may be delivered more than once. Keep its `id` for eight days. If the same `id` arrives again, answer with
 * 409, which ends the delivery of that event.
 *
 * @example
 * const event = await verifyWebhook(request, publicKey)
 * if (event.type === 'INVITATION.CLAIMED') await pay(event.data.code)
 */
export async function verifyWebhook(
  request: Request,
  publicKey: WebhookKey | readonly WebhookKey[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const { signatureHeader = webhookSignatureHeader, limit = 1_048_576, maxAge = 8 * 24 * 60 * 60 } = options
  if (typeof request?.headers?.get !== 'function' || !('bodyUsed' in request))
    throw new TypeError(notARequest)
  checkOptions(options, webhookOptions)
  const keys = await webhookKeys(publicKey)
  const header = request.headers.get(signatureHeader)
  if (header === null)
    throw new WebhookError('SIGNATURE_MISSING', `The header ${signatureHeader} is missing.`)
  const body = await rawBody(request, limit)
  const signature = signatureOf(header)
  if (!(await isSigned(body, signature, keys))) {
    throw new WebhookError(
      'SIGNATURE_INVALID',
      'The signature is malformed, or does not match the body and any of the public keys.',
    )
  }
  const event = eventOf(parseJson(textOf(body)), `Body:${bytesToHex(await sha256(body))}`)
  // Not a number, and so not stale, if the event does not say when it happened.
  const age = ((await (options.now ?? Date.now)()) - Date.parse(event.timestamp)) / 1000
  if (age > maxAge || age < -ahead) {
    const when = age < 0 ? 'in the future' : 'in the past'
    throw new WebhookError(
      'STALE',
      `The event's timestamp is ${Math.abs(Math.round(age))} s ${when} by this machine's clock. If an emulator sent it, pass the emulator's time as \`now\`.`,
    )
  }
  return event
}

const notARequest =
  'verifyWebhook needs a web-standard Request. In Express, mount express.raw({ type: () => true }) and pass new Request(url, { method, headers, body: req.body }).'

/** Whether one of the keys made the signature. All keys are tried, in the order of the list. */
async function isSigned(
  body: Bytes,
  signature: Bytes | undefined,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  if (signature === undefined) return false
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  for (const key of keys) if (await crypto.subtle.verify(algorithm, key, signature, body)) return true
  return false
}

/** The keys to verify with. Rejects with a `TypeError` for an empty list, with which nothing could be verified. */
async function webhookKeys(keys: WebhookKey | readonly WebhookKey[]): Promise<readonly CryptoKey[]> {
  const list: readonly WebhookKey[] = [keys].flat()
  if (list.length === 0) throw new TypeError('publicKey must be a key or a list of at least one key.')
  return Promise.all(list.map(webhookKey))
}

const pem = /^-----BEGIN PUBLIC KEY-----([\sA-Za-z\d+/=]+)-----END PUBLIC KEY-----$/

/**
 * Resolves with the public key. `key` is a `CryptoKey`, or PEM text (SPKI) as the platform's dashboard shows it
 * [reference]. Rejects with a `TypeError` for any other value.
 */
async function webhookKey(key: string | CryptoKey): Promise<CryptoKey> {
  if (typeof key !== 'string') {
    if (key?.type === 'public' && key.algorithm.name === 'ECDSA') return key
    throw new TypeError('publicKey must be an ECDSA public key.')
  }
  const text = pem.exec(plainPem(key))?.[1]?.replaceAll(/\s/g, '')
  const bytes = text && base64Bytes(text)
  if (!bytes) throw new TypeError('publicKey must be a public key in PEM, including its BEGIN and END lines.')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  try {
    return await crypto.subtle.importKey('spki', bytes, algorithm, false, ['verify'])
  } catch (cause) {
    throw new TypeError('publicKey must be a P-256 public key.', { cause })
  }
}

const base64Bytes = (text: string): Bytes | undefined =>
  base64urlToBytes(text.replaceAll('+', '-').replaceAll('/', '_'))

/**
 * Converts the signature from base64 of DER to the form r‖s, which WebCrypto needs. Some senders wrap the base64 text
 * as `{"v":"1","s":"…"}`.
 */
function signatureOf(header: string): Bytes | undefined {
  const wrapped = parseJson(header)
  const text =
    typeof wrapped === 'object' && wrapped !== null && 's' in wrapped && typeof wrapped.s === 'string'
      ? wrapped.s
      : header
  const der = base64Bytes(text.trim())
  return der && derToP1363(der)
}

/** Decodes a body. If it is not UTF-8, the result is an empty text, which does not parse as an event. */
function textOf(body: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return ''
  }
}

/**
 * Reads a body of at most `limit` bytes. The bytes are counted as they arrive, because a `Content-Length` header may be
 * wrong. Rejects with a `WebhookError` for a larger body. Rejects with a `TypeError` if the body was already read,
 * because the signature covers the raw bytes, which are then lost.
 */
async function rawBody(request: Request, limit: number): Promise<Bytes> {
  if (request.bodyUsed)
    throw new TypeError('The body was already read. Call verifyWebhook() before anything else reads it.')
  const bytes = await readAtMost(request.body, limit)
  if (bytes === undefined) throw new WebhookError('BODY_TOO_LARGE', `The body has more than ${limit} bytes.`)
  return bytes
}
