/**
 * Sends a backend's requests to the service with undici, the HTTP client inside Node, which takes much less time than
 * `fetch` around it. Connections are made by the global dispatcher, so an agent that the platform has set counts.
 * @module
 */
import { request } from 'undici'
import { answerLimit, checkStatus, type ReceivedHeaders, type Send } from '../backend/send.js'
import type { Bytes } from '../encoding.js'

export const send: Send = async ({ method, address, headers, body, signal }) => {
  const answer = await request(address, {
    method,
    // Unlike `fetch`, undici does not decode answers.
    headers: { ...headers, 'Accept-Encoding': 'identity', 'User-Agent': 'node' },
    body: body ?? null,
    signal,
    // A dispatcher must not follow redirects, even if the platform has one that does.
    ...{ maxRedirections: 0 },
  })
  checkStatus(answer.statusCode)
  const received = receivedHeaders(answer.headers)
  const bytes = await bytesOf(answer.body)
  const encoding = received.get('Content-Encoding') ?? 'identity'
  if (encoding !== 'identity' && bytes?.length !== 0)
    throw new Error(`The service’s answer has the encoding ${encoding}, which was not asked for.`)
  return { status: answer.statusCode, headers: received, bytes }
}

const receivedHeaders = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): ReceivedHeaders => ({
  get: (name) => {
    const value = headers[name.toLowerCase()]
    return typeof value === 'object' ? value.join(', ') : (value ?? null)
  },
})

/** Reads a body; `undefined` if it is larger than the limit. Leaving the loop early closes the connection. */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > answerLimit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
