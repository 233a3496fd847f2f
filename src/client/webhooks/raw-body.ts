/** Reads the bytes of a request, exactly as received. @module */
import type { Bytes } from '../../encoding.js'
import { readAtMost } from '../../wire/read-at-most.js'
import { WebhookError } from './webhook-error.js'

/**
 * Reads the body, which may have at most `limit` bytes; they are counted as they arrive, since headers are not
 * trusted. Rejects with a `WebhookError` for a larger body, and with a `TypeError` if the body was already read,
 * because the raw bytes that the signature covers are then lost.
 */
export async function rawBody(request: Request, limit: number): Promise<Bytes> {
  if (request.bodyUsed)
    throw new TypeError('The body was already read. Call verifyWebhook() before anything else reads it.')
  const bytes = await readAtMost(request.body, limit)
  if (bytes === undefined) throw new WebhookError('BODY_TOO_LARGE', `The body has more than ${limit} bytes.`)
  return bytes
}
