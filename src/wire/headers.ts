/**
 * The names of the request headers that carry a stamp, a request id or an idempotency key: those of the service, which
 * are configurable because deployments of the service may use their own brand in them, and those of a page.
 * @module
 */
import { checkOptions, type Option, type Options } from './options.js'

/** The names of the request headers that the service defines. */
export interface HeaderNames {
  /** The header that carries the stamp. Default `Service-Wallet-Signature`. */
  readonly walletSignature: string
  /** The header that returns a challenge's `requestId` to the service, unchanged. Default `Request-Id`. */
  readonly requestId: string
  /** The header that carries the idempotency key. Default `Idempotency-Key`. */
  readonly idempotencyKey: string
}

const aHeaderName: Option = [
  (name) => typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name),
  'a valid header name',
]
const headerNames: Options<HeaderNames> = {
  walletSignature: aHeaderName,
  requestId: aHeaderName,
  idempotencyKey: aHeaderName,
}

/**
 * Returns the header names that a platform configured, with the defaults for the others. Throws a `TypeError` for a
 * name that no header can have, and for a header that is not one of these.
 */
export function headerNamesOf(given: Partial<HeaderNames> = {}): HeaderNames {
  const names = { ...defaultHeaderNames, ...given }
  checkOptions(names, headerNames, 'headerNames.')
  return names
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
