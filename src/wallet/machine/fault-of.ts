/** What the state contains of an error. @module */
import { type Fault, ServiceError, type WalletError } from '../../errors.js'

/** Returns the part of an error that the state contains. */
export function faultOf(error: WalletError): Fault {
  // The type assertion is safe: each subclass of WalletError has codes of its own kind.
  if (!(error instanceof ServiceError)) return { kind: error.kind, code: error.code } as Fault
  const { kind, code, status, reason, retryAfter, fields } = error
  return {
    kind,
    code,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(fields === undefined ? {} : { fields }),
  }
}
