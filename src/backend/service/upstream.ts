/**
 * The only file that sends requests to the service. Builds each URL from checked parts, adds the platform's credentials
 * and sets a deadline.
 * @module
 */
import type { Bytes } from '../../encoding.js'
import {
  baseAddress,
  basicAuthorization,
  fillPath,
  isSecure,
  revealsSecret,
  secretsOf,
} from '../../wire/address.js'
import type { AnyRoute } from '../../wire/route.js'
import { parseJson } from '../../wire/schema.js'
import { errorIn, type UpstreamAnswer } from '../answer.js'
import { checkServiceOptions } from '../checked-options.js'
import { DeadlineExceeded, inTime } from '../deadline.js'
import type { BackendOptions, ServiceOptions } from '../options.js'
import { Refusal } from '../refusal.js'
import { globalSend, noHeaders, platformSend, type ReceivedAnswer, type Send } from '../send.js'
import { platformRefusal } from './platform-refusal.js'
import { type Access, askedAccess, fixedAccess } from './service-access.js'

/** In milliseconds. Shorter than the library's 30 s, so that the page gets the backend's 504. */
const upstreamDeadline = 25_000

/** A call that consists only of checked parts. */
export interface UpstreamCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Bytes | undefined
}

/**
 * Makes a call. Rejects with 502 if the service cannot be reached or its answer cannot be used, with 502 or 503 if its
 * answer is about the platform ({@link platformRefusal}), with 504 if it does not answer within 25 s, and with 500 if
 * the platform's `service` function fails. If the service refuses the secret with 401 and `service` is a function that
 * then returns another one, the call is sent once more.
 */
export type Upstream = (call: UpstreamCall) => Promise<UpstreamAnswer>

/**
 * Creates the function that calls the service. Throws a `TypeError` for malformed options. If `service` is a function,
 * the options that it returns are checked at the first call instead. Calls are sent with the platform's own `fetch`;
 * without one, as `serverSend` returns; and without that, with the global `fetch`.
 */
export function createUpstream(
  service: BackendOptions['service'],
  report: (error: Error) => void = () => {},
  serverSend: () => Send | undefined = () => undefined,
): Upstream {
  const checked = (options: ServiceOptions): Access => checkedAccess(options, serverSend)
  const access =
    typeof service === 'function'
      ? askedAccess(service, checked, (error) =>
          report(error instanceof Error ? error : new Error(String(error))),
        )
      : fixedAccess(checked(service))

  const sendOnce = async (
    { route, params, query, headers = {}, body }: UpstreamCall,
    { base, authorization, send, secrets }: Access,
  ): Promise<UpstreamAnswer> => {
    const address = base + fillPath(route.path, (name) => params[name] ?? '') + searchOf(query)
    const ending = new AbortController()
    const call = {
      method: route.method,
      address,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        Authorization: authorization,
      },
      body,
      signal: ending.signal,
    }
    const answered = async (): Promise<UpstreamAnswer> => checkedAnswer(await send(call), secrets, report)
    try {
      return await inTime(upstreamDeadline, answered())
    } catch (cause) {
      // Closes the connection of an answer that is late or of no use.
      ending.abort(cause)
      if (cause instanceof DeadlineExceeded) {
        throw new Refusal('UPSTREAM_TIMEOUT', 'The service did not answer in time.', { cause })
      }
      throw new Refusal(
        'UPSTREAM_UNREACHABLE',
        'The service could not be reached, or its answer could not be used.',
        { cause },
      )
    }
  }

  return async (call) => {
    const refusalOf = (answer: UpstreamAnswer): Refusal | undefined =>
      answer.status < 400 ? undefined : platformRefusal(call.route, { ...answer, error: errorIn(answer) })
    const used = await access.current()
    const answer = await sendOnce(call, used)
    const refusal = refusalOf(answer)
    if (refusal === undefined) return answer
    // The service has refused the secret and done nothing, so the call may be sent again with another one.
    const renewed = answer.status === 401 ? await access.after(used) : used
    if (renewed.authorization === used.authorization) throw refusal
    const second = await sendOnce(call, renewed)
    const again = refusalOf(second)
    if (again !== undefined) throw again
    return second
  }
}

/** Throws unless the answer can be used. */
function checkedAnswer(
  { status, headers, bytes }: ReceivedAnswer,
  secrets: Access['secrets'],
  report: (error: Error) => void,
): UpstreamAnswer {
  if (bytes === undefined) throw new Error('The service’s answer is too large.')
  const isSuccess = status < 300
  const text = utf8Decoder.decode(bytes)
  if (revealsSecret(secrets, text, headers.get('Date'), headers.get('Retry-After'))) {
    const error = new Error('The service’s answer contains the client secret.')
    if (isSuccess) throw error
    // The page gets only the status of this answer.
    report(error)
    return { status, headers: noHeaders, bytes: new Uint8Array(), value: undefined }
  }
  const value = parseJson(text)
  if (isSuccess && value === undefined && bytes.length > 0)
    throw new Error('The service’s answer is not JSON.')
  return { status, headers, bytes, value }
}

function checkedAccess(service: ServiceOptions, serverSend: () => Send | undefined): Access {
  checkServiceOptions(service)
  const base = baseAddress(service.baseUrl, 'service.baseUrl')
  if (service.fetch === undefined && !isSecure(base))
    throw new TypeError('service.baseUrl must use https:, or http: on this machine.')
  const authorization = basicAuthorization(service, 'service')
  const fetching = globalSend()
  return {
    base,
    authorization,
    send:
      service.fetch === undefined ? (call) => (serverSend() ?? fetching)(call) : platformSend(service.fetch),
    secrets: secretsOf(authorization),
  }
}

const utf8Decoder = new TextDecoder()

function searchOf(query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '' : `?${search}`
}

/** The codes with which Node, Bun and Deno report that no connection was made. */
const connectFailures: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error of a call that was sent proves that the service has done nothing. */
export const provesNoEffect = (error: unknown): boolean =>
  error instanceof Refusal && (error.details?.['forwarded'] === false || neverConnected(error.cause))

/** Whether an error of `fetch` or undici proves that nothing was sent. Otherwise, part may have been. */
function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  return [error, cause].some(
    (each) => each instanceof Error && 'code' in each && connectFailures.has(each.code),
  )
}
