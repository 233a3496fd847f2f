/** Fault injection: changes the next call with a given method and path. @module */
import { aText, checkOptions, type Option, type Options, oneOf, optional } from 'embedded-wallet-auth/wire'
import { type EmulatorClock, timestamp } from '../time/clock.js'

/** A fault for one call. The fields can be combined; `delay` always comes first. */
export interface Fault {
  /** The call is processed, but its answer is lost: `fetch` rejects as if the connection had broken. */
  readonly answer?: 'lost'
  /** The call is not processed: `fetch` rejects as if the connection had broken. */
  readonly drop?: true
  /** How long the emulator waits before it does anything else, in milliseconds on its own clock. */
  readonly delay?: number
  /**
   * The call is not processed. The emulator answers with this status, and with an error as the body unless `body` is
   * given.
   */
  readonly status?: number
  /** The `code` of the error in the body. */
  readonly code?: string
  /** The value of the `Retry-After` header, in seconds. */
  readonly retryAfter?: number
  /**
   * The call is not processed. The emulator answers with this body. A string is sent unchanged, and anything else as
   * JSON. The status is 200 unless `status` is given.
   */
  readonly body?: unknown
}

const fromZero: Option = optional([
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a whole number, 0 or more',
])
const faultFields: Options<Fault> = {
  answer: optional(oneOf('lost')),
  drop: optional([(value) => value === true, 'true, or left out']),
  delay: fromZero,
  status: optional([
    (value) => Number.isSafeInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    'a status from 200 to 599',
  ]),
  code: optional(aText),
  retryAfter: fromZero,
  body: [() => true, ''],
}

/** The queue of faults. Each fault applies to one call. */
export interface Faults {
  /**
   * Queues a fault for the next call with this method and path. A placeholder such as `{id}` matches any single path
   * segment. If several queued faults match a call, only the one that was queued first applies. Throws a `TypeError`
   * for a fault that does not exist, which no call would ever meet.
   *
   * @example
   * emulator.faults.next('POST /auth/credentials/{id}/verify', { answer: 'lost' })
   */
  next(call: `${string} /${string}`, fault: Fault): void
  /** Returns the faults that are still queued, in order. */
  pending(): readonly QueuedFault[]
  /** Returns the latest 1,000 faults that were applied, oldest first. */
  fired(): readonly FiredFault[]
  /** Removes the queued fault with this id. Returns whether the queue contained it. */
  remove(id: number): boolean
  /** Removes all queued faults, and empties the list that `fired` returns. */
  clear(): void
}

/** A queued fault and the call for which it is queued. */
export interface QueuedFault {
  /** Unique in this emulator. The id of a removed fault is not used again. */
  readonly id: number
  /** The method and the path, as they were passed to `next`. */
  readonly call: string
  readonly fault: Fault
}

/** A fault that was applied, and the request to which it was applied. */
export interface FiredFault extends QueuedFault {
  /** When the request arrived: the emulator's time in ISO 8601. */
  readonly at: string
  /** The method and the path of the request, without its query. */
  readonly request: string
}

/** How many applied faults are kept. */
const longestHistory = 1_000

/**
 * Creates an empty queue of faults. `take` removes the first fault that matches a call and returns it. `touched` is
 * called after each change to the queue.
 */
export function createFaults(
  clock: Pick<EmulatorClock, 'now'>,
  touched: () => void,
): {
  readonly faults: Faults
  readonly take: (method: string, path: string) => Fault | undefined
} {
  let waiting: (QueuedFault & { readonly pattern: RegExp })[] = []
  let happened: FiredFault[] = []
  let latest = 0
  return {
    faults: {
      next(call, fault) {
        checkOptions(fault, faultFields, 'fault.')
        if (!/^[A-Z]+ \/\S*$/.test(call))
          throw new TypeError('`call` must be a method and a path, such as "POST /quotes".')
        latest += 1
        waiting.push({ id: latest, call, pattern: patternOf(call), fault })
        touched()
      },
      pending: () => waiting.map(({ id, call, fault }) => ({ id, call, fault })),
      fired: () => [...happened],
      remove(id) {
        const before = waiting.length
        waiting = waiting.filter((queued) => queued.id !== id)
        touched()
        return waiting.length < before
      },
      clear() {
        waiting = []
        happened = []
        touched()
      },
    },
    take(method, path) {
      const request = `${method} ${path}`
      const index = waiting.findIndex(({ pattern }) => pattern.test(request))
      const [taken] = index === -1 ? [] : waiting.splice(index, 1)
      if (taken === undefined) return undefined
      const { id, call, fault } = taken
      happened = [
        ...happened.slice(1 - longestHistory),
        { id, call, fault, at: timestamp(clock.now()), request },
      ]
      touched()
      return fault
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

/** Returns the answer that a fault injects, or `undefined` if it does not inject one. */
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
