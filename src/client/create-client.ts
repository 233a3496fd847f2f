/** createClient(): one method per row of the route table. @module */
import { wallClock } from '../clock.js'
import { baseAddress } from '../wire/address.js'
import { defaultHeaderNames } from '../wire/headers.js'
import type { Page } from '../wire/page.js'
import type { AnyRoute } from '../wire/route.js'
import { routes } from '../wire/routes.js'
import { authorizationOf } from './authorization.js'
import type { AnyCallOptions } from './call-headers.js'
import type { Client } from './call-types.js'
import type { ClientOptions } from './options.js'
import { allItems } from './paging.js'
import { type Caller, perform } from './perform.js'

/**
 * Makes a client of the service. Nothing is sent before a method is called. Throws a `TypeError` for options that no call
 * could be made with, and for Basic credentials in a page or a browser worker.
 *
 * A method takes one object with everything that the call takes (ids of the path, filters, the fields of the body) and
 * then its options. It resolves with the parsed answer and rejects with a `ServiceError` where the service refuses, a
 * `TransportError` where there is no readable answer, a `SessionError` `CANCELLED` when its signal aborts, and a
 * `TypeError` that names the field, before anything is sent, for a caller's mistake.
 *
 * @example
 * const client = createClient({ baseUrl, auth: { type: 'basic', tokenId, clientSecret } })
 * const quote = await client.createQuote({ source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100_00 })
 * for await (const { id, status } of client.listTransactions.all({ customerId })) console.log(id, status)
 */
export function createClient(options: ClientOptions): Client {
  const caller: Caller = {
    base: secureAddress(options.baseUrl),
    authorization: authorizationOf(options.auth),
    send: options.fetch ?? ((request) => fetch(request)),
    clock: options.clock ?? wallClock,
    headerNames: { ...defaultHeaderNames, ...options.headerNames },
    timeout: options.timeout ?? 30_000,
    longestRetryAfter: options.longestRetryAfter ?? 5,
  }
  const methods = routes.map((row) => [row.operation, methodOf(caller, row)])
  // What the loop makes is what the type says: both come from the rows, and a test calls every method.
  return Object.freeze(Object.fromEntries(methods)) as Client
}

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Credentials must not travel in the clear. */
function secureAddress(baseUrl: string): string {
  const address = baseAddress(baseUrl, 'baseUrl')
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || loopback.test(hostname)) return address
  throw new TypeError('baseUrl must use https:, or http: on this machine.')
}

function methodOf(caller: Caller, row: AnyRoute): unknown {
  const call = (inputs?: object, options?: AnyCallOptions): Promise<unknown> =>
    perform(caller, row, inputs, options)
  if (row.filters?.['cursor'] === undefined) return call
  return Object.assign(call, {
    all: (inputs: object = {}, options?: AnyCallOptions) =>
      allItems(
        row.operation,
        // The row's own schema has read it: a row that takes a cursor answers a page.
        (cursor) =>
          call(cursor === undefined ? inputs : { ...inputs, cursor }, options) as Promise<Page<unknown>>,
      ),
  })
}
