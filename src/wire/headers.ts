/** The header names of the interface. They are in one place because deployments use their own brand in them. @module */

/** Names of the request headers that the interface defines. */
export interface HeaderNames {
  /** The header for the stamp. Default `Service-Wallet-Signature`. */
  readonly walletSignature: string
  /** The header for the request id of a 202 or of a passkey challenge, sent as received. Default `Request-Id`. */
  readonly requestId: string
  /** The header for the idempotency key. Default `Idempotency-Key`. */
  readonly idempotencyKey: string
}

/** The names as the interface spells them. */
export const defaultHeaderNames: HeaderNames = {
  walletSignature: 'Service-Wallet-Signature',
  requestId: 'Request-Id',
  idempotencyKey: 'Idempotency-Key',
}
