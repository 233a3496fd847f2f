/** The ids that join one request of a page with the logs of proxies, of this backend and of the service. @module */

/** The ids of a request. */
export interface Trace {
  /** The value of `X-Request-Id`, or a random UUID if the request had none, or a malformed one. */
  readonly requestId: string
  /** The value of `traceparent` of W3C Trace Context; absent if the request had none, or a malformed one. */
  readonly traceparent?: string
}

const requestIdHeader = 'X-Request-Id'
const traceparentHeader = 'traceparent'

/**
 * Reads the ids of a request. They come from outside and prove nothing. One that is malformed is ignored, because a
 * proxy that numbers requests in another way must not make them fail.
 */
export function traceOf(headers: Headers): Trace {
  const { requestId = crypto.randomUUID(), traceparent } = received(headers)
  return { requestId, ...(traceparent === undefined ? {} : { traceparent }) }
}

/** The ids to forward: those that were received. */
export function traceHeaders(headers: Headers): Readonly<Record<string, string>> {
  const { requestId, traceparent } = received(headers)
  return {
    ...(requestId === undefined ? {} : { [requestIdHeader]: requestId }),
    ...(traceparent === undefined ? {} : { [traceparentHeader]: traceparent }),
  }
}

function received(headers: Headers): Partial<Trace> {
  const requestId = headers.get(requestIdHeader) ?? ''
  const traceparent = headers.get(traceparentHeader) ?? ''
  return {
    ...(/^[\w.:=+/-]{1,128}$/.test(requestId) ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  }
}

/** Version 00: a trace id and a parent id, of which neither consists of zeros, and flags. */
const isTraceparent = (text: string): boolean =>
  /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)
