/** Limits how many requests a server handles at the same time. @module */
import type { Handler } from './listener.js'

/** The requests that a server works on. */
export interface InFlight {
  /** Whether there is room for another request. */
  readonly hasRoom: () => boolean
  readonly limited: (handler: Handler) => Handler
}

/**
 * Passes at most `max` requests at a time to a handler. Further ones are answered with 503 `OVERLOADED` and
 * `details.forwarded: false`, which tells a wallet that its call had no effect. So each request has an answer; a
 * connection that is closed without one would leave a payment in doubt.
 */
export function limitInFlight(max: number): InFlight {
  let running = 0
  return {
    hasRoom: () => running < max,
    limited: (handler) => async (request) => {
      if (running >= max) return overloaded()
      running += 1
      try {
        return await handler(request)
      } finally {
        running -= 1
      }
    },
  }
}

function overloaded(): Response {
  const body = {
    status: 503,
    code: 'OVERLOADED',
    message: 'The server handles as many requests as it can. Try again in a second.',
    details: { forwarded: false },
  }
  return Response.json(body, { status: 503, headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' } })
}
