/** The refusals of a stamp or of its request id, which deployments spell differently (fact `stampRefusals`). @module */
import { ApiError, unauthorized } from '../handler/api-error.js'
import type { Context } from '../handler/context.js'

/** What is wrong with a stamp, by the code that the later description has for it. */
type Flaw =
  | 'WALLET_SIGNATURE_MISSING'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'REQUEST_ID_MISSING'

/** The reasons of the interface's date, whose codes are all `UNAUTHORIZED`. */
const reasons: Readonly<Record<Flaw, string>> = {
  WALLET_SIGNATURE_MISSING: 'Invalid Service-Wallet-Signature',
  WALLET_SIGNATURE_MALFORMED: 'Invalid Service-Wallet-Signature',
  WALLET_SIGNATURE_BODY_MISMATCH: 'Request does not match',
  WALLET_SIGNATURE_INVALID: 'Invalid Service-Wallet-Signature',
  REQUEST_ID_MISSING: 'Missing Request-Id',
}

/** Creates the 401 for a flaw. The message tells developers which check failed. */
export const stampRefusal = ({ facts }: Pick<Context, 'facts'>, flaw: Flaw, message: string): ApiError =>
  facts.stampRefusals === 'UNAUTHORIZED' ? unauthorized(reasons[flaw], message) : ownRefusal(flaw, message)

/** Creates the 401 for a flaw of an encrypted code's stamp, which never had another form. */
export const ownRefusal = (flaw: Flaw, message: string): ApiError =>
  new ApiError(401, flaw, message, { reason: message })
