/** The form in which an error crosses between the two pages: without its cause and its stack. @module */
import { CeremonyError, SealedKeyError, ServiceError, SessionError, TransportError } from '../errors.js'

/** An error of the library, or a `TypeError`, as plain JSON. */
export interface CarriedError {
  /** The kind of a `WalletError`. Absent for a `TypeError`. */
  readonly kind?: string
  readonly code?: string
  readonly message: string
  readonly status?: number
  readonly reason?: string
  readonly retryAfter?: number
  readonly fields?: readonly string[]
  readonly payableFrom?: string
  readonly idempotencyKey?: string
  readonly quoteStatus?: string
}

/** The class for each kind of error that has a code, a message and no more. */
const classes: Readonly<Record<string, new (code: never, message: string, options?: ErrorOptions) => Error>> =
  {
    transport: TransportError,
    ceremony: CeremonyError,
    session: SessionError,
    sealedKey: SealedKeyError,
  }

/** Makes the library's own error of one that has crossed. `options` has what the page itself knows about it. */
export function rebuilt(error: CarriedError, options?: ErrorOptions): Error {
  const { kind = '', code = '', message, status = 0 } = error
  const Plain = Object.hasOwn(classes, kind) && classes[kind]
  const plain =
    // The type assertion is safe: the frame has the same version, and sends the codes of the kind.
    (Plain && new Plain(code as never, message, options)) ||
    (kind ? new ServiceError(status, { code }) : new TypeError(message))
  return Object.assign(plain, error)
}
