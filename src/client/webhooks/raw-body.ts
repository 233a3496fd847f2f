/** Reads the bytes of a request, exactly as received. @module */
import type { Bytes } from '../../encoding.js'
import { readAtMost } from '../../wire/read-at-most.js'
import { WebhookError } from './webhook-error.js'

/**
 * Reads a body of at most `limit` bytes. The bytes are counted as they arrive, because a `Content-Length` header may be
 * wrong. Rejects with a `WebhookError` for a larger body. Rejects with a `TypeError` if the body was already read,
 * because the signature covers the raw bytes, which are then lost.
 */
export async function rawBody(request: Request, limit: number): Promise<Bytes> {
  if (request.bodyUsed)
    throw new TypeError('The body was already read. Call verifyWebhook() before anything else reads it.')
  const bytes = await readAtMost(request.body, limit)
  if (bytes === undefined) throw new WebhookError('BODY_TOO_LARGE', `The body has more than ${limit} bytes.`)
  return bytes
}
