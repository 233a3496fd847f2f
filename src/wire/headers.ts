/**
 * The names of the service's request headers, in one place because deployments put their own brand into the names.
 * @module
 */

/** The names of the request headers that the service defines. */
export interface HeaderNames {
  /** The header for the stamp, which is made with the session key. Default `Service-Wallet-Signature`. */
  readonly walletSignature: string
  /** The header that sends the `requestId` of a challenge back to the service, unchanged. Default `Request-Id`. */
  readonly requestId: string
  /** The header for the idempotency key. Default `Idempotency-Key`. */
  readonly idempotencyKey: string
}

/** The names as the service's interface description spells them. */
export const defaultHeaderNames: HeaderNames = {
  walletSignature: 'Service-Wallet-Signature',
  requestId: 'Request-Id',
  idempotencyKey: 'Idempotency-Key',
}
