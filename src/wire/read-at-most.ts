/** Reads a body up to a maximum size. @module */
import { type Bytes, utf8 } from '../encoding.js'

/** A chunk of a stream. Streams that were constructed in JavaScript may contain strings. */
type Part = Uint8Array | string

/**
 * Reads all bytes of a stream. Resolves with `undefined` as soon as more than `limit` bytes have arrived. When `signal`
 * aborts, the stream is cancelled, so that nobody goes on making or sending an answer that nobody reads.
 */
export async function readAtMost(
  stream: ReadableStream<Part> | null,
  limit: number,
  signal?: AbortSignal,
): Promise<Bytes | undefined> {
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  const cancel = (): void => void reader.cancel(signal?.reason).catch(() => undefined)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const chunk = typeof value === 'string' ? utf8(value) : value
    length += chunk.byteLength
    if (length > limit) {
      // Not awaited, because a sender that never responds must not delay the result.
      cancel()
      return undefined
    }
    chunks.push(chunk)
  }
  signal?.removeEventListener('abort', cancel)
  // What has arrived of a cancelled stream is not the whole.
  signal?.throwIfAborted()
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
