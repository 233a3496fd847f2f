/**
 * The only `fetch` to the service. It builds the URL from checked parts, adds the platform's credentials and sets a
 * deadline.
 * @module
 */
import { wallClock, withDeadline } from '../clock.js'
import type { Bytes } from '../encoding.js'
import { baseAddress, basicAuthorization, fillPath } from '../wire/address.js'
import { readAtMost } from '../wire/read-at-most.js'
import type { AnyRoute } from '../wire/route.js'
import type { UpstreamAnswer } from './answer.js'
import { DeadlineExceeded, deadline } from './deadline.js'
import type { ServiceOptions } from './options.js'
import { Refusal } from './refusal.js'

/** The deadline of a call, in milliseconds. Shorter than the library's 30 s, so that the page gets the 504. */
const upstreamDeadline = 25_000
/** The largest answer, in bytes. Generous, because the lists are not paginated. */
const answerLimit = 4 * 1024 * 1024

/** A call that consists only of checked parts. */
export interface UpstreamCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Bytes | undefined
}

/** Makes a call. Rejects with 502 if the service cannot be reached, and with 504 if it does not answer within 25 s. */
export type Upstream = (call: UpstreamCall) => Promise<UpstreamAnswer>

/** Creates the function that calls the service. Throws a `TypeError` for malformed options. */
export function createUpstream(service: ServiceOptions): Upstream {
  const base = baseAddress(service.baseUrl, 'service.baseUrl')
  if (service.tokenId.includes(':')) throw new TypeError('service.tokenId must not contain a colon.')
  const authorization = basicAuthorization(service)
  const send = service.fetch ?? ((request: Request) => fetch(request))

  return async ({ route, params, query, headers = {}, body }) => {
    // mutant StringLiteral: a request without the parameter was refused before it became a call.
    const address = base + fillPath(route.path, (name) => params[name] ?? '') + searchOf(query)
    try {
      return await withDeadline(wallClock, deadline(upstreamDeadline), async (signal) => {
        const request = new Request(address, {
          method: route.method,
          headers: {
            ...headers,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            Authorization: authorization,
          },
          body: body ?? null,
          // A followed redirect could send the stamp to another server, or return that server's answer. Not `error`,
          // which edge platforms do not support.
          redirect: 'manual',
          signal,
        })
        const response = await send(request)
        if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
          throw new Error(`The service answered ${response.status}.`)
        }
        const bytes = await readAtMost(response.body, answerLimit)
        if (bytes === undefined) throw new Error('The answer of the service is too large.')
        return { status: response.status, headers: response.headers, bytes }
      })
    } catch (cause) {
      if (cause instanceof DeadlineExceeded) {
        throw new Refusal('UPSTREAM_TIMEOUT', 'The service did not answer in time.', { cause })
      }
      throw new Refusal('UPSTREAM_UNREACHABLE', 'The service could not be reached.', { cause })
    }
  }
}

function searchOf(query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '' : `?${search}`
}

/** The codes with which Node, Bun and Deno report a connection that was never made. */
const connectFailures: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error of `fetch` proves that nothing was sent. After any other error something may have been sent. */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  return [error, cause].some(
    (each) => each instanceof Error && 'code' in each && connectFailures.has(each.code),
  )
}
