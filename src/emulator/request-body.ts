/** Reading a request's body: at most 64 KiB, JSON, said to be JSON. @module */
import { type Bytes, utf8 } from '../encoding.js'
import { invalidInput, Refusal } from './refusal.js'

/** The largest body that is read, in bytes. */
export const bodyLimit: number = 64 * 1024

/** The body's bytes, or `undefined` when there are more than the limit. Stops reading there. */
export async function readBody(request: Request): Promise<Bytes | undefined> {
  if (Number(request.headers.get('content-length')) > bodyLimit) return undefined
  const reader = request.body?.getReader()
  const chunks: number[][] = []
  let length = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const chunk: unknown = part.value
    // Streams made by hand may carry text.
    const bytes = chunk instanceof Uint8Array ? chunk : utf8(String(chunk))
    length += bytes.length
    if (length > bodyLimit) {
      await reader?.cancel()
      return undefined
    }
    chunks.push([...bytes])
  }
  return new Uint8Array(chunks.flat())
}

/** The JSON value of a body, `undefined` for none. Throws 415 unless it is said to be JSON and 400 unless it is. */
export function jsonBody(bytes: Bytes, contentType: string | null): unknown {
  if (bytes.length === 0) return undefined
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'A body is sent as application/json.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalidInput('The body is not JSON.', '')
  }
}
