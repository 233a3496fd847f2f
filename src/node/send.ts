/**
 * Sends a backend's requests to the service with undici, the HTTP client inside Node, which takes much less time than
 * `fetch` around it. Connections are made by the global dispatcher, so an agent that the platform has set counts.
 * @module
 */
import type { Readable } from 'node:stream'
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

/**
 * Reads a body; `undefined` if it is larger than the limit. The caller then aborts, which closes the connection. To
 * listen takes less time than to iterate.
 */
const bytesOf = (body: Readable): Promise<Bytes | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    body.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length > answerLimit) resolve(undefined)
      else chunks.push(chunk)
    })
    body.on('end', () => resolve(Buffer.concat(chunks)))
    body.on('error', reject)
  })
