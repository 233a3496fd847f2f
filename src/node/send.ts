/**
 * Sends a backend's requests to the service in Node as `fetch` does, in a quarter of the time. It gives them to the
 * dispatcher to which `fetch` would give them, and so uses the same connections, certificates and time-outs.
 * @module
 */
import { type DirectSend, noHeaders, type OutgoingCall, type ReceivedAnswer } from '../backend/send.js'
import type { Bytes } from '../encoding.js'
import { type Dispatch, ownDispatcher } from './own-dispatcher.js'
import { decoded, receivedHeaders } from './received-answer.js'

/** Creates the function that sends with the dispatcher. `find` is replaced only in tests. */
export function createNodeSend(find: () => Dispatch | undefined = ownDispatcher()): DirectSend {
  return (call) => {
    const dispatch = find()
    return dispatch && sent(call, dispatch)
  }
}

/** The headers that `fetch` adds. */
const added = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

async function sent(call: OutgoingCall, dispatch: Dispatch): Promise<ReceivedAnswer> {
  const { status, headers, bytes } = await received(call, dispatch)
  const encoding = headers.get('Content-Encoding')
  if (bytes === undefined || bytes.length === 0 || encoding === null) return { status, headers, bytes }
  return { status, headers, bytes: await decoded(bytes, encoding, call.limit) }
}

/** Resolves with an answer whose body is still encoded. */
function received(call: OutgoingCall, dispatch: Dispatch): Promise<ReceivedAnswer> {
  const { checkStatus, limit, onLate } = call
  return new Promise((resolve, reject) => {
    let late: Error | undefined
    let abort = (_: Error): void => {}
    let head = { status: 0, headers: noHeaders }
    const chunks: Uint8Array[] = []
    let length = 0
    onLate((reason) => {
      late = reason
      abort(reason)
    })
    dispatch(optionsOf(call), {
      started: (stop) => {
        abort = stop
        // The time may have passed while the request waited for a connection. Then it is not sent.
        if (late !== undefined) abort(late)
      },
      headed: (status, fields) => {
        if (status < 200) return
        head = { status, headers: receivedHeaders(fields) }
        try {
          checkStatus(status)
        } catch (error) {
          reject(error)
          abort(new Error('The answer is of no use.'))
        }
      },
      read: (chunk) => {
        length += chunk.length
        chunks.push(chunk)
        if (length <= limit) return
        resolve({ ...head, bytes: undefined })
        abort(new Error('The answer is too large.'))
      },
      ended: () => resolve({ ...head, bytes: Buffer.concat(chunks) }),
      failed: (cause) => reject(new TypeError('fetch failed', { cause })),
    })
  })
}

function optionsOf({ method, address, headers, body }: OutgoingCall): object {
  const { origin, protocol, pathname, search } = new URL(address)
  return {
    origin,
    path: pathname + search,
    method,
    headers: {
      ...headers,
      ...added,
      'accept-encoding': protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate',
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    },
    body: body === undefined ? null : once(body),
    // A dispatcher must not follow redirects, even if it does so by default.
    maxRedirections: 0,
  }
}

/** As with `fetch`, the body can be read only once, so that nothing can send it a second time. */
async function* once(body: Bytes): AsyncGenerator<Bytes> {
  yield body
}
