/** verifyWebhook(): from a request to an event that the service has signed (wire-facts 7.7 [at date]). @module */

import { type Bytes, base64urlToBytes } from '../../encoding.js'
import { derToP1363 } from '../../p1363.js'
import { type FieldIssue, fieldsOf, parse, parseJson } from '../../wire/schema.js'
import { WebhookEvent as Envelope, webhookSignatureHeader } from '../../wire/webhooks.js'
import { webhookKey } from './public-key.js'
import { rawBody } from './raw-body.js'
import { WebhookError } from './webhook-error.js'
import { eventOf, type WebhookEvent } from './webhook-events.js'

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** Where a deployment spells the header differently. Default `X-Service-Signature`. */
  readonly signatureHeader?: string
  /** Bytes that a body may have. Default 1 MiB. */
  readonly limit?: number
  /**
   * Seconds that an event may be old. Default eight days: the service tries for seven, always with the same body, so that
   * an old event is no sign of a replay. Duplicates are told by their `id`.
   */
  readonly maxAge?: number
  /** The time, milliseconds since 1970. Default the system's. */
  readonly now?: () => number
}

/** Seconds that the service's clock may be ahead. */
const ahead = 300

/**
 * Reads a webhook: verifies its signature over the raw bytes, then its age and form, and gives the event. The key is the
 * PEM from the platform's dashboard, or the key imported from it.
 *
 * Rejects with a {@link WebhookError}, whose `status` is the answer to give, for whatever the service did not sign or
 * should not have sent, and with a `TypeError` for a key that is none and for a body that was read before. Events come
 * more than once: keep their ids for eight days, and answer 409 for one that was there, which ends its repetition.
 *
 * @example
 * const event = await verifyWebhook(request, publicKey)
 * if (event.type === 'INVITATION.CLAIMED') await pay(event.data.code)
 */
export async function verifyWebhook(
  request: Request,
  publicKey: string | CryptoKey,
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const { signatureHeader = webhookSignatureHeader, limit = 1_048_576, maxAge = 8 * 24 * 60 * 60 } = options
  const key = await webhookKey(publicKey)
  const header = request.headers.get(signatureHeader)
  if (header === null) throw new WebhookError('SIGNATURE_MISSING', `There is no ${signatureHeader} header.`)
  const body = await rawBody(request, limit)
  const signature = signatureOf(header)
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  if (!signature || !(await crypto.subtle.verify(algorithm, key, signature, body))) {
    throw new WebhookError('SIGNATURE_INVALID', 'The signature does not fit the body.')
  }
  const parsed = parse(Envelope, parseJson(textOf(body)))
  if (!parsed.ok) throw malformed(parsed.issues)
  const age = ((options.now ?? Date.now)() - Date.parse(parsed.value.timestamp)) / 1000
  if (age > maxAge || age < -ahead) {
    throw new WebhookError('STALE', `The event is ${Math.round(age)} s old by the clock here.`)
  }
  const event = eventOf(parsed.value)
  if (!('type' in event)) throw malformed(event.map((issue) => ({ ...issue, path: `data.${issue.path}` })))
  return event
}

/** r‖s of the header: base64 of a DER signature, which some senders wrap as `{"v":"1","s":"…"}`. */
function signatureOf(header: string): Bytes | undefined {
  const wrapped = parseJson(header)
  const text =
    typeof wrapped === 'object' && wrapped !== null && 's' in wrapped && typeof wrapped.s === 'string'
      ? wrapped.s
      : header
  const der = base64urlToBytes(text.trim().replaceAll('+', '-').replaceAll('/', '_'))
  return der && derToP1363(der)
}

/** Signed bytes that are no UTF-8 are no event. */
function textOf(body: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return ''
  }
}

function malformed(issues: readonly FieldIssue[]): WebhookError {
  return new WebhookError('BODY_MALFORMED', `The event is malformed: ${fieldsOf(issues)}.`)
}
