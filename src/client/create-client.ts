/** createClient(): makes a client with one method for each row of the route table. @module */
import { wallClock } from '../clock.js'
import { baseAddress, isSecure } from '../wire/address.js'
import { headerNamesOf } from '../wire/headers.js'
import {
  aFunction,
  anObject,
  aText,
  checkOptions,
  having,
  type Options,
  optional,
  positive,
} from '../wire/options.js'
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
 * Creates a client of the service. Sends nothing before a method is called. Throws a `TypeError` for malformed options,
 * and for Basic credentials in a page or a browser worker.
 *
 * The first argument of every method is one object with all inputs of the call: the ids in the path, the filters and
 * the fields of the body. The second argument is the call's options. A method resolves with the parsed answer, or
 * rejects with
 * - a `TypeError` for a caller's mistake; it names the field, and nothing was sent,
 * - a `ServiceError` when the service refuses the call,
 * - a `TransportError` when there is no readable answer, or when the option `signal` aborts a call that may have taken
 *   effect,
 * - a `SessionError` with the code `CANCELLED` when `signal` aborts any other call, or with `CHALLENGE_EXPIRED` when
 *   the service asks for another stamp instead of accepting the one that was sent.
 *
 * @example
 * const client = createClient({ baseUrl, auth: { type: 'basic', tokenId, clientSecret } })
 * const quote = await client.createQuote({ source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount:
 * 100_00 }) for await (const { id, status } of client.listTransactions.all({ customerId })) console.log(id, status)
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options, clientOptions)
  const caller: Caller = {
    base: secureAddress(options.baseUrl),
    authorization: authorizationOf(options.auth),
    send: options.fetch ?? ((request) => fetch(request)),
    clock: options.clock ?? wallClock,
    headerNames: headerNamesOf(options.headerNames),
    timeout: options.timeout ?? 30_000,
    longestRetryAfter: options.longestRetryAfter ?? 5,
  }
  const methods = routes.map((row) => [row.operation, methodOf(caller, row)])
  // TypeScript cannot derive the type of each method from a loop. The assertion is safe, because the type and the
  // methods come from the same rows. A test calls every method.
  return Object.freeze(Object.fromEntries(methods)) as Client
}

const clientOptions: Options<ClientOptions> = {
  baseUrl: aText,
  auth: optional(anObject),
  timeout: optional(positive('milliseconds')),
  longestRetryAfter: optional([(value) => typeof value === 'number' && value >= 0, 'a number of seconds']),
  headerNames: optional(anObject),
  fetch: optional(aFunction),
  clock: optional(having('now', 'after')),
}

/** Refuses `http:` to another machine, because credentials would not be encrypted. */
function secureAddress(baseUrl: string): string {
  const address = baseAddress(baseUrl, 'baseUrl')
  if (isSecure(address)) return address
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
        // The type assertion is safe: the row's schema has parsed the answer, which is a page if the row has a cursor.
        (cursor) =>
          call(cursor === undefined ? inputs : { ...inputs, cursor }, options) as Promise<Page<unknown>>,
      ),
  })
}
