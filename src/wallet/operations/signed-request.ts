/** Sends a signed request for which this library has no method. @module */
import * as v from 'valibot'
import type { CallOptions } from '../../signals.js'
import { jsonOf } from '../../wire/json.js'
import type { Route } from '../../wire/route.js'
import { type RequestOperation, singleUse } from './operation.js'

/** A signed request for which this library has no method. */
export interface SignedRequestOptions extends CallOptions {
  /** The HTTP method. */
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** A path of the service's API, such as `/cards/Card:…`. The backend must allow it. */
  readonly path: string
  /**
   * The body, as a JSON value. It is serialized once, so that the stamped request has the same bytes as the first
   * request.
   */
  readonly body?: unknown
}

/** The wallet's method. */
export interface SendSignedRequest {
  /**
   * Sends any other signed request that the backend allows. Resolves with the JSON value of the answer, which is not
   * validated.
   */
  signedRequest(options: SignedRequestOptions): Promise<unknown>
}

/** `body` is the value that is sent as JSON. */
type Details = { readonly method: string; readonly path: string; readonly body: unknown }

export const signedRequestOperation: RequestOperation<
  'signedRequest',
  SignedRequestOptions,
  unknown,
  Details,
  SendSignedRequest
> = {
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
      question: () => ({ operation: 'signedRequest', details: { method, path, body } }),
    }
  },
}

/** Makes a route for a call unknown to this library. Its path comes from the caller, so its form is checked. */
function routeOf({ method, path }: SignedRequestOptions): Route<unknown, unknown> {
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
