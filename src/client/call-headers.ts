/** The headers that a call's options ask for: stamp, request id, idempotency key. @module */
import type { HeaderNames } from '../wire/headers.js'
import type { AnyRoute, Route } from '../wire/route.js'
import { parse } from '../wire/schema.js'
import { RequestId } from '../wire/signed-request-challenge.js'

/** The options of all calls combined. Each call accepts only some of them. */
export interface AnyCallOptions {
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly stamp?: string
  readonly requestId?: string
  readonly idempotencyKey?: string
}

/** The headers of a call, and two values that decide whether it may be repeated and with which error it rejects. */
export interface CallHeaders {
  readonly headers: Readonly<Record<string, string>>
  /** If the call is repeated with this key, it still takes effect only once. `undefined` if the call has no key. */
  readonly idempotencyKey: string | undefined
  readonly isStamped: boolean
}

type SigningRow = Pick<AnyRoute, 'operation'> &
  Pick<Route<never, unknown>, 'signed' | 'idempotent' | 'echoesRequestId'>

const always: readonly string[] = ['signal', 'timeout']

function optionsOf({ signed, idempotent, echoesRequestId }: SigningRow): readonly string[] {
  return [
    ...always,
    ...(signed === undefined ? [] : ['stamp']),
    ...(signed === 'retry' || echoesRequestId ? ['requestId'] : []),
    ...(idempotent ? ['idempotencyKey'] : []),
  ]
}

/** Turns a call's options into headers. Throws a `TypeError` for an option that is malformed or not accepted. */
export function callHeaders(row: SigningRow, names: HeaderNames, options: AnyCallOptions): CallHeaders {
  const { operation } = row
  const allowed = optionsOf(row)
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !allowed.includes(name)) {
      throw new TypeError(`${operation} does not accept the option \`${name}\`.`)
    }
  }
  const { stamp, requestId } = options
  const idempotencyKey = options.idempotencyKey ?? (row.idempotent ? crypto.randomUUID() : undefined)
  if (stamp !== undefined && !/^[!-~]{1,8192}$/.test(stamp))
    throw new TypeError('`stamp` must be 1 to 8192 visible ASCII characters.')
  if (requestId !== undefined && !parse(RequestId, requestId).ok) {
    throw new TypeError('`requestId` must be 1 to 256 visible ASCII characters.')
  }
  if (idempotencyKey !== undefined && !/^[!-~]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('`idempotencyKey` must be 1 to 255 visible ASCII characters.')
  }
  const isAlone = (stamp === undefined) !== (requestId === undefined)
  const mayBeAlone = row.echoesRequestId === true && stamp === undefined
  if (row.signed === 'retry' && isAlone && !mayBeAlone) {
    throw new TypeError(`${operation} accepts \`stamp\` and \`requestId\` only together.`)
  }
  return {
    headers: {
      ...(stamp === undefined ? {} : { [names.walletSignature]: stamp }),
      ...(requestId === undefined ? {} : { [names.requestId]: requestId }),
      ...(idempotencyKey === undefined ? {} : { [names.idempotencyKey]: idempotencyKey }),
    },
    idempotencyKey,
    isStamped: stamp !== undefined,
  }
}
