/** Fault injection: makes the next call of a certain method and path fail. @module */

/** What goes wrong with one call. The parts can be combined; a delay comes first. */
export interface Fault {
  /** The call is processed, then its answer is lost: the fetch rejects like a broken connection. */
  readonly answer?: 'lost'
  /** The call is not processed and the fetch rejects like a broken connection. */
  readonly drop?: true
  /** Milliseconds to wait, by the emulator's clock, before anything else happens. */
  readonly delay?: number
  /** The call is not processed. It is answered with this status, and with an error body unless `body` is given. */
  readonly status?: number
  /** `code` of that error body. */
  readonly code?: string
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter?: number
  /**
   * The call is not processed. This body is sent: a string as it is, anything else as JSON. The status is 200 unless
   * `status` is given.
   */
  readonly body?: unknown
}

/** The pending faults. Each applies to one call. */
export interface Faults {
  /**
   * Queues a fault for the next call of this method and path. Faults that are already queued for it apply to earlier
   * calls.
   *
   * @example
   * emulator.faults.next('POST /auth/credentials/{id}/verify', { answer: 'lost' })
   */
  next(call: `${string} /${string}`, fault: Fault): void
  /** The faults that are still queued, in order. */
  pending(): readonly QueuedFault[]
  clear(): void
}

/** A queued fault and the call that it will affect. */
export interface QueuedFault {
  /** Method and path, as given to `next`. */
  readonly call: string
  readonly fault: Fault
}

/** Creates an empty queue of faults, and the function that takes the next fault from it. */
export function createFaults(): {
  readonly faults: Faults
  readonly take: (method: string, path: string) => Fault | undefined
} {
  let waiting: (QueuedFault & { readonly pattern: RegExp })[] = []
  return {
    faults: {
      next(call, fault) {
        waiting.push({ call, pattern: patternOf(call), fault })
      },
      pending: () => waiting.map(({ call, fault }) => ({ call, fault })),
      clear() {
        waiting = []
      },
    },
    take(method, path) {
      const index = waiting.findIndex(({ pattern }) => pattern.test(`${method} ${path}`))
      return index === -1 ? undefined : waiting.splice(index, 1)[0]?.fault
    },
  }
}

function patternOf(call: string): RegExp {
  const parts = call.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

const codes = new Map([
  [400, 'INVALID_INPUT'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'REFERENCE_NOT_FOUND'],
  [409, 'CONFLICT'],
  [429, 'RATE_LIMITED'],
])

/** The answer that a fault injects, or `undefined` when the call is processed. */
export function faultAnswer(fault: Fault): Response | undefined {
  const { status = 200, code, retryAfter, body } = fault
  if (fault.status === undefined && body === undefined) return undefined
  const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) })
  if (typeof body === 'string') return new Response(body, { status, headers })
  const error = {
    status,
    code: code ?? codes.get(status) ?? 'INTERNAL_ERROR',
    message: 'Injected.',
    details: {},
  }
  return Response.json(body ?? error, { status, headers })
}
