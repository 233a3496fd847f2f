/** The bytes of a request, exactly as received. @module */
import type { Bytes } from '../../encoding.js'
import { readAtMost } from '../../wire/read-at-most.js'
import { WebhookError } from './webhook-error.js'

/**
 * All bytes of the body, at most `limit` of them, counted as they arrive, because a header is not trusted. Rejects with a
 * `TypeError` when the body was already read: the signature covers the raw bytes, which are then lost.
 */
export async function rawBody(request: Request, limit: number): Promise<Bytes> {
  if (request.bodyUsed)
    throw new TypeError('The body was already read: call verifyWebhook() before anything reads it.')
  const bytes = await readAtMost(request.body, limit)
  if (bytes === undefined) throw new WebhookError('BODY_TOO_LARGE', `The body has more than ${limit} bytes.`)
  return bytes
}
