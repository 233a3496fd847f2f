/**
 * Reads the stamp, the request id and the idempotency key from a page's request, and prepares them for the service.
 * @module
 */
import { type HeaderNames, pageHeaderNames } from '../../wire/headers.js'
import { base64urlDigest } from '../digest.js'
import { Refusal } from '../refusal.js'

/** The stamp, the request id and the idempotency key of a request. A header that was not sent is absent. */
export type InterfaceHeaders = Readonly<Partial<Record<keyof HeaderNames, string>>>

const limits: Readonly<Record<keyof HeaderNames, number>> = {
  walletSignature: 4096,
  requestId: 256,
  idempotencyKey: 256,
}

/**
 * Reads the stamp, the request id and the idempotency key, under the names that only the library's pages use. Throws
 * 400 if one of them is empty, too long, or contains a space or a character that is not printable ASCII. A header that
 * was sent twice is refused too, because its two values arrive joined by a comma and a space.
 */
export function readInterfaceHeaders(headers: Headers): InterfaceHeaders {
  const read = (key: keyof HeaderNames): InterfaceHeaders => {
    const name = pageHeaderNames[key]
    const value = headers.get(name)
    if (value === null) return {}
    if (value.length > limits[key] || !/^[!-~]+$/.test(value)) {
      throw new Refusal('INVALID_INPUT', `The header ${name} is malformed.`)
    }
    return { [key]: value }
  }
  return { ...read('walletSignature'), ...read('requestId'), ...read('idempotencyKey') }
}

/**
 * Returns the headers to forward, under the service's names. The stamp and the request id stay unchanged. The
 * idempotency key is replaced by a hash, because the service keeps one set of idempotency keys for all customers of the
 * platform. The hash is base64url of SHA-256 over the account id, a line feed and the key.
 */
export function forwardedHeaders(
  received: InterfaceHeaders,
  names: HeaderNames,
  accountId: string,
): Readonly<Record<string, string>> {
  const { walletSignature, requestId, idempotencyKey } = received
  return {
    ...(walletSignature === undefined ? {} : { [names.walletSignature]: walletSignature }),
    ...(requestId === undefined ? {} : { [names.requestId]: requestId }),
    ...(idempotencyKey === undefined
      ? {}
      : { [names.idempotencyKey]: base64urlDigest(`${accountId}\n${idempotencyKey}`) }),
  }
}
