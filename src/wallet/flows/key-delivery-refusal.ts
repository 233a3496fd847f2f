/** Explains refusals of keys or codes that are in another form than the service takes. @module */
import { ServiceError, SessionError } from '../../errors.js'
import type { KeyDeliveryMode } from '../crypto/key-delivery.js'

const otherMode: Readonly<Record<KeyDeliveryMode, string>> = {
  sealed: '`keyDelivery: "client-held"` and `otpSigner`',
  'client-held': '`keyDelivery: "sealed"`, or leave it out',
}

const refusal = (mode: KeyDeliveryMode, what: string, cause: ServiceError): SessionError =>
  new SessionError('KEY_DELIVERY_REFUSED', `${what} Set ${otherMode[mode]}.`, { cause })

/**
 * Explains the refusal of a code that was sent as plain text, although the answer that announced the code had a key to
 * encrypt it to. Returns any other error as it is.
 */
export function explainPlainCode(error: unknown, bundle: string | undefined): unknown {
  if (bundle === undefined || !(error instanceof ServiceError) || error.status !== 400) return error
  return refusal('sealed', 'The service refused a code as plain text, and it asks for encrypted ones.', error)
}

/**
 * Explains the refusal of a client public key. Returns any other error as it is.
 *
 * @param isAlone whether the request contained nothing else that could be refused
 */
export function explainKey(error: unknown, mode: KeyDeliveryMode, isAlone: boolean): unknown {
  if (!(error instanceof ServiceError) || error.status !== 400 || error.code !== 'INVALID_INPUT') return error
  const isKey = error.fields?.includes('clientPublicKey') ?? isAlone
  return isKey ? refusal(mode, 'The service refused the form of the client public key.', error) : error
}
