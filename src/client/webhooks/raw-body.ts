/** The bytes of a request, exactly as they came. @module */
import type { Bytes } from '../../encoding.js'
import { WebhookError } from './webhook-error.js'

/**
 * All bytes, at most `limit` of them, whatever a header claims. Rejects with a `TypeError` when somebody has read the body
 * before: what they made of it is not what was signed.
 */
export async function rawBody(request: Request, limit: number): Promise<Bytes> {
  if (request.bodyUsed) throw new TypeError('The body was read before: verify the request first.')
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.byteLength
    if (length > limit) {
      // Not awaited: a sender that never reacts must not hold the refusal back.
      reader?.cancel().catch(() => undefined)
      throw new WebhookError('BODY_TOO_LARGE', `The body has more than ${limit} bytes.`)
    }
    chunks.push(read.value)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
