/** The bytes of a request, exactly as they came. @module */
import type { Bytes } from '../../encoding.js'
import { readAtMost } from '../../wire/read-at-most.js'
import { WebhookError } from './webhook-error.js'

/**
 * All bytes, at most `limit` of them, whatever a header claims. Rejects with a `TypeError` when somebody has read the body
 * before: what they made of it is not what was signed.
 */
export async function rawBody(request: Request, limit: number): Promise<Bytes> {
  if (request.bodyUsed) throw new TypeError('The body was read before: verify the request first.')
  const bytes = await readAtMost(request.body, limit)
  if (bytes === undefined) throw new WebhookError('BODY_TOO_LARGE', `The body has more than ${limit} bytes.`)
  return bytes
}
