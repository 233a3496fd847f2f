/** Handles what all requests have in common: the body limit, the log, faults, and the `Date` header. @module */
import { ApiError, errorResponse } from '../handler/api-error.js'
import type { EmulatorClock } from '../time/clock.js'
import { type Fault, faultAnswer } from './faults.js'
import { bodyLimit, formLimit, isForm, readBody } from './request-body.js'
import { type createRequestLog, redactedBody, redactedHeaders } from './request-log.js'
import { basePath, type Router } from './router.js'

/** The dependencies of {@link createFetch}. */
export interface PipelineParts {
  readonly clock: EmulatorClock
  readonly log: ReturnType<typeof createRequestLog>
  readonly takeFault: (method: string, path: string) => Fault | undefined
  readonly route: Router
  /** Called right before each answer, because the call may have changed the state. */
  readonly changed: () => void
}

/** A function with the signature of `fetch`. The emulator answers requests to any origin. */
export type EmulatorFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/**
 * Creates the emulator's `fetch`. It rejects with a `TypeError` if a fault breaks the connection, and with the signal's
 * reason if the request is aborted. An aborted call is still processed.
 */
export function createFetch({ clock, log, takeFault, route, changed }: PipelineParts): EmulatorFetch {
  return (input, init) => {
    const request = new Request(input, init)
    return Promise.race([rejectOnAbort(request.signal), receive(request)])
  }

  async function receive(request: Request): Promise<Response> {
    const bytes = await readBody(request)
    const form = isForm(request.headers.get('content-type'))
    const url = new URL(request.url)
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname
    const fault = takeFault(request.method, path)
    const answered = log.enter({
      method: request.method,
      path: path + url.search,
      headers: redactedHeaders(request.headers),
      // A form contains a file, so only the form's size is logged.
      body: form
        ? `${bytes?.length ?? 'too many'} bytes of form data`
        : redactedBody(new TextDecoder().decode(bytes)),
      ...(fault && { fault }),
    })
    if (fault?.delay !== undefined) await delay(clock, fault.delay)
    if (fault?.drop) throw cutError()
    const injected = fault && faultAnswer(fault)
    const response =
      injected ?? (bytes ? await route(request, bytes) : tooLarge(form ? formLimit : bodyLimit))
    changed()
    response.headers.set('Date', new Date(clock.now()).toUTCString())
    answered(response.status, await codeOf(response))
    if (fault?.answer === 'lost') throw cutError()
    return response
  }
}

async function codeOf(response: Response): Promise<string | undefined> {
  if (response.status < 400) return undefined
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined
}

const delay = (clock: EmulatorClock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve))

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/**
 * Creates the error with which `fetch` rejects when a fault breaks the connection. The `code` tells `serve()` to cut
 * the real connection.
 */
const cutError = (): TypeError => Object.assign(new TypeError('Failed to fetch'), { code: 'CONNECTION_CUT' })

const tooLarge = (limit: number): Response =>
  errorResponse(new ApiError(413, 'PAYLOAD_TOO_LARGE', `A body must have at most ${limit} bytes.`))
