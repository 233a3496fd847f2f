/**
 * The names of the service's request headers. They are configurable, because deployments of the service may use their
 * own brand in these names.
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

/** The names in the service's interface description. */
export const defaultHeaderNames: HeaderNames = {
  walletSignature: 'Service-Wallet-Signature',
  requestId: 'Request-Id',
  idempotencyKey: 'Idempotency-Key',
}
