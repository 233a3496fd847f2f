/** How a call of a wallet becomes a request to the platform's backend. @module */
import { fillPath } from '../../wire/address.js'
import { idPattern } from '../../wire/ids.js'
import type { Route } from '../../wire/route.js'
import type { RequestHeaders } from './own-headers.js'

/**
 * Base URL of the platform backend, or a handler that is called instead of `fetch`. The handler gets requests with the
 * paths of the service's API, such as `/auth/credentials`, at a placeholder origin, and for `wallet.isReachable()` a
 * `HEAD` of its root.
 *
 * @example
 * createWallet({ accountId, backend: createBackend(options) }) // in a test, without a server
 */
export type Backend = string | ((request: Request) => Response | Promise<Response>)

export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Serialized once by the caller, because a signed retry sends the same bytes again. */
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /**
   * Set for a call that sends a code, uses something up or is stamped. If the answer is lost, the call rejects with
   * `OUTCOME_UNKNOWN`.
   */
  readonly singleUse?: SingleUse
}

/** Marks a call that takes effect each time it is sent, so that it is never repeated automatically. */
export interface SingleUse {
  /** What to do if the answer is lost. This text ends a sentence of the error's message. */
  readonly ifLost: string
}

/**
 * The base URL, resolved like an address that the page itself passes to `fetch`: by its `<base>`, and in `about:srcdoc`
 * by the page around it. Resolved only when a request is sent, because `document` and `location` exist only in pages.
 */
export function baseOf(backend: Backend): string {
  if (typeof backend !== 'string') return 'https://backend.invalid'
  // An element named `baseURI` replaces this member of `document`.
  const base: unknown = globalThis.document?.baseURI
  try {
    return new URL(backend, typeof base === 'string' ? base : globalThis.location?.href).href.replace(
      /\/$/,
      '',
    )
  } catch (cause) {
    throw new TypeError('Outside a page, `backend` must be an absolute URL.', { cause })
  }
}

export function pathOf(route: Pick<Route<never, unknown>, 'path' | 'params'>, call: Call): string {
  const path = fillPath(route.path, (name) => {
    const [type, value] = [route.params?.[name], call.params?.[name] ?? '']
    // Only an id is accepted, because other text could change the path.
    if (type === undefined || !idPattern(type).test(value))
      throw new TypeError(`\`${name}\` must be an id of the form ${type}:<uuid>.`)
    return value
  })
  const query = new URLSearchParams(call.query).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Redirects are not followed, because they lead to pages for people, such as a login page. */
export const everyRequest = { cache: 'no-store', credentials: 'same-origin', redirect: 'manual' } as const

export function requestOf(
  url: string,
  { method }: { readonly method: string },
  { body, headers }: Call,
  own: RequestHeaders,
  signal: AbortSignal,
): Request {
  const request = new Request(url, {
    ...everyRequest,
    method,
    headers: {
      ...own,
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    signal,
  })
  const dropped = Object.keys(own).find((name) => !request.headers.has(name))
  if (dropped !== undefined)
    throw new TypeError(`\`headers\` has ${dropped}, which browsers do not let a page send.`)
  return request
}
