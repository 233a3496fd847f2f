/** Sends a signed request for which this library has no method. @module */
import * as v from 'valibot'
import { jsonOf } from '../../wire/json.js'
import type { Route } from '../../wire/route.js'
import { type RequestOperation, singleUse } from './operation.js'

type OtherRequest = {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** `body` is the value that is sent as JSON. */
type Details = { readonly method: string; readonly path: string; readonly body: unknown }

export const signedRequestOperation: RequestOperation<'signedRequest', OtherRequest, unknown, Details> = {
  // The platform's own calls: any activity except an export.
  activities: /^(?!EXPORT)/,
  request({ method, path, body: given }) {
    const text = given === undefined ? undefined : jsonOf(given)
    // The body is copied, so that what is sent is exactly what the user has confirmed.
    const body: unknown = text && JSON.parse(text)
    return {
      route: routeOf({ method, path }),
      body,
      // The library does not know whether this call needs a stamp. The first request may already take effect, so it is
      // single-use too.
      singleUse,
      question: { operation: 'signedRequest', details: { method, path, body } },
    }
  },
}

/** Makes a route for a call unknown to this library. Its path comes from the caller, so its form is checked. */
function routeOf({ method, path }: OtherRequest): Route<unknown, unknown> {
  const wellFormed = /^(\/[\w:-]+)+$/.test(path)
  if (!['POST', 'PATCH', 'DELETE'].includes(method) || !wellFormed) {
    throw new TypeError(
      'signedRequest() takes POST, PATCH or DELETE and a plain path such as "/cards/Card:…".',
    )
  }
  return {
    operation: 'signedRequest',
    method,
    path: path as `/${string}`,
    status: 200,
    answer: v.unknown(),
    signed: 'retry',
  }
}
