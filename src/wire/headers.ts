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

/** The names in the service's interface description. */
export const defaultHeaderNames: HeaderNames = {
  walletSignature: 'Service-Wallet-Signature',
  requestId: 'Request-Id',
  idempotencyKey: 'Idempotency-Key',
}
