/**
 * The only file that sends requests to the service. Builds each URL from checked parts, adds the platform's credentials
 * and sets a deadline.
 * @module
 */
import * as v from 'valibot'
import { wallClock, withDeadline } from '../clock.js'
import type { Bytes } from '../encoding.js'
import { baseAddress, basicAuthorization, fillPath, isSecure } from '../wire/address.js'
import { readAtMost } from '../wire/read-at-most.js'
import type { AnyRoute } from '../wire/route.js'
import { parseJson } from '../wire/schema.js'
import type { UpstreamAnswer } from './answer.js'
import { DeadlineExceeded, deadline } from './deadline.js'
import type { BackendOptions, ServiceOptions } from './options.js'
import { askPlatform } from './platform.js'
import { Refusal } from './refusal.js'

/**
 * The deadline of a call, in milliseconds. It is shorter than the library's 30 s, so that the page gets the backend's
 * 504.
 */
const upstreamDeadline = 25_000
/**
 * The maximum size of an answer, in bytes. It is generous, because the service does not paginate the lists that pages
 * read.
 */
const answerLimit = 4 * 1024 * 1024

/** A call that consists only of checked parts. */
export interface UpstreamCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Bytes | undefined
}

/**
 * Makes a call. Rejects with 502 if the service cannot be reached or its answer cannot be used, with 504 if it does not
 * answer within 25 s, and with 500 if the platform's `service` function fails.
 */
export type Upstream = (call: UpstreamCall) => Promise<UpstreamAnswer>

/** The service's options, checked and prepared. */
interface Access {
  readonly base: string
  readonly authorization: string
  readonly send: (address: string, init: RequestInit) => Promise<Response>
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[]
}

/**
 * Creates the function that calls the service. Throws a `TypeError` for malformed options. If `service` is a function,
 * the options that it returns are checked at the first call instead.
 */
export function createUpstream(
  service: BackendOptions['service'],
  report: (error: Error) => void = () => {},
): Upstream {
  const access = typeof service === 'function' ? askedOnce(service) : given(checkedAccess(service))

  return async ({ route, params, query, headers = {}, body }) => {
    const { base, authorization, send, secrets } = await access()
    // mutant StringLiteral: a request without the parameter was refused before it became a call.
    const address = base + fillPath(route.path, (name) => params[name] ?? '') + searchOf(query)
    try {
      return await withDeadline(wallClock, deadline(upstreamDeadline), async (signal) => {
        const response = await send(address, {
          method: route.method,
          headers: {
            ...headers,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            Authorization: authorization,
          },
          body: body ?? null,
          signal,
        })
        if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
          throw new Error(`The service answered ${response.status}.`)
        }
        const bytes = await readAtMost(response.body, answerLimit)
        if (bytes === undefined) throw new Error('The service’s answer is too large.')
        const { status, headers: received } = response
        const text = utf8Decoder.decode(bytes)
        const shown = [text, received.get('Date'), received.get('Retry-After')]
        if (secrets.some((secret) => shown.some((each) => each?.includes(secret)))) {
          const error = new Error('The service’s answer contains the client secret.')
          if (response.ok) throw error
          // The page gets only the status of this answer.
          report(error)
          return { status, headers: new Headers(), bytes: new Uint8Array(), value: undefined }
        }
        const value = parseJson(text)
        if (response.ok && value === undefined && bytes.length > 0)
          throw new Error('The service’s answer is not JSON.')
        return { status, headers: received, bytes, value }
      })
    } catch (cause) {
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
}

const given = (access: Access) => async (): Promise<Access> => access

/**
 * Returns a function that asks the platform for the service's options once and remembers them. If the platform's
 * function fails, the next call asks again.
 */
function askedOnce(service: () => ServiceOptions | Promise<ServiceOptions>): () => Promise<Access> {
  let access: Promise<Access> | undefined
  const ask = async (): Promise<Access> => {
    try {
      return checkedAccess(await askPlatform('service', Service, service))
    } catch (error) {
      access = undefined
      throw error
    }
  }
  return () => {
    access ??= ask()
    return access
  }
}

const Service = v.custom<ServiceOptions>((value) => typeof value === 'object' && value !== null)

function checkedAccess(service: ServiceOptions): Access {
  const base = baseAddress(service.baseUrl, 'service.baseUrl')
  if (service.fetch === undefined && !isSecure(base))
    throw new TypeError('service.baseUrl must use https:, or http: on this machine.')
  if (service.tokenId.includes(':')) throw new TypeError('service.tokenId must not contain a colon.')
  const authorization = basicAuthorization(service)
  return {
    base,
    authorization,
    send: service.fetch === undefined ? ownSend() : sending(service.fetch),
    // Shorter texts could occur in an answer by chance.
    secrets: [service.clientSecret, authorization.replace('Basic ', '')].filter(({ length }) => length >= 8),
  }
}

/** A followed redirect could send the stamp to another server, or return that server's answer. */
const manual = { redirect: 'manual' } as const
/** The same for Node, where `fetch` copies each request and its body unless it gets these two options. */
const uncopied = { redirect: 'error', window: null } as const

/** Sends with the global `fetch`. Some edge platforms do not have the redirect mode `error`. */
function ownSend(): Access['send'] {
  let mode: RequestInit = uncopied
  try {
    new Request('https://backend.invalid', uncopied)
  } catch {
    mode = manual
  }
  return (address, init) => fetch(address, { ...init, ...mode })
}

/** The platform's own `fetch` expects a `Request`. */
const sending =
  (send: (request: Request) => Promise<Response>): Access['send'] =>
  (address, init) =>
    send(new Request(address, { ...init, ...manual }))

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

/**
 * Whether an error of `fetch` proves that nothing was sent. After any other error, part of the request may have been
 * sent.
 */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  return [error, cause].some(
    (each) => each instanceof Error && 'code' in each && connectFailures.has(each.code),
  )
}
