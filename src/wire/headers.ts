/** The header names of the interface, in one place because deployments spell the brand differently. @module */

/** Names of the request headers that the interface defines. */
export interface HeaderNames {
  /** Carries the stamp. Default `Service-Wallet-Signature`. */
  readonly walletSignature: string
  /** Carries the request id of a 202, or of a passkey challenge, as received. Default `Request-Id`. */
  readonly requestId: string
  /** Default `Idempotency-Key`. */
  readonly idempotencyKey: string
}

/** The names as the interface spells them. */
export const defaultHeaderNames: HeaderNames = {
  walletSignature: 'Service-Wallet-Signature',
  requestId: 'Request-Id',
  idempotencyKey: 'Idempotency-Key',
}
