/**
 * The names of the request headers that carry a stamp, a request id or an idempotency key: those of the service, which
 * are configurable because deployments of the service may use their own brand in them, and those of a page.
 * @module
 */

/** The names of the request headers that the service defines. */
export interface HeaderNames {
  /** The header that carries the stamp. Default `Service-Wallet-Signature`. */
  readonly walletSignature: string
  /** The header that returns a challenge's `requestId` to the service, unchanged. Default `Request-Id`. */
  readonly requestId: string
  /** The header that carries the idempotency key. Default `Idempotency-Key`. */
  readonly idempotencyKey: string
}

const isToken = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name)

/**
 * Returns the header names that a platform configured, with the defaults for the others. Throws a `TypeError` for a
 * name that no header can have.
 */
export function headerNamesOf(given: Partial<HeaderNames> = {}): HeaderNames {
  const names = { ...defaultHeaderNames, ...given }
  const wrong = Object.values(names).find((name) => !isToken(name))
  if (wrong === undefined) return names
  throw new TypeError(`\`headerNames\` has ${JSON.stringify(wrong)}, which is not a valid header name.`)
}

/**
 * The names between a page and its backend, which translates them. They are the library's own, because other programs
 * set the common names: a monitoring script of the page writes a `Request-Id` on every call, and so do proxies.
 */
export const pageHeaderNames: HeaderNames = {
  walletSignature: 'Wallet-Signature',
  requestId: 'Wallet-Request-Id',
  idempotencyKey: 'Wallet-Idempotency-Key',
}

/** The header with the proof of a payment: base64url of a `PaymentProof` as JSON. The service never gets it. */
export const paymentProofHeader = 'Wallet-Payment-Proof'

/** The names in the service's interface description. */
export const defaultHeaderNames: HeaderNames = {
  walletSignature: 'Service-Wallet-Signature',
  requestId: 'Request-Id',
  idempotencyKey: 'Idempotency-Key',
}
