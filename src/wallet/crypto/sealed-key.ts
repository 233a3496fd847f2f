/** Opens a sealed session key, `encryptedSessionSigningKey` (Session; wire-facts 1.1 to 1.3). @module */
import type { Bytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { decodeBase58check } from './base58check.js'
import type { ClientKey } from './client-key.js'
import { openForClient } from './hpke.js'
import { uncompressedPoint } from './point.js'
import { isScalar } from './scalar.js'

const ENC = 33
const SCALAR = 32
const TAG = 16
/** Limit in characters. Sealed keys of the service have 115 or 116 characters [run]. */
const MAX_TEXT = 160

/**
 * Opens a sealed key. Resolves with the private key of the session: a 32-byte scalar from 1 to the group's order minus
 * one. The caller must wipe the scalar; `importSessionKey` does so.
 *
 * Rejects with {@link SealedKeyError}: `SEALED_KEY_BASE58`, `SEALED_KEY_CHECKSUM`, `SEALED_KEY_LENGTH` (the payload is
 * not 81 bytes), `SEALED_KEY_POINT` (the encapsulated key is not a point on P-256), `SEALED_KEY_OPEN` (sealed to
 * another key, or altered) or `SEALED_KEY_PLAINTEXT` (opened, but not a scalar in that range [our choice]).
 *
 * @example
 * const key = await importSessionKey(await openSealedKey(session.encryptedSessionSigningKey, clientKey))
 */
export async function openSealedKey(sealed: string, clientKey: ClientKey): Promise<Bytes> {
  const payload = decodeBase58check(sealed, MAX_TEXT)
  try {
    if (payload.length !== ENC + SCALAR + TAG) {
      throw new SealedKeyError('SEALED_KEY_LENGTH', `A sealed key must have 81 bytes, not ${payload.length}.`)
    }
    const enc = uncompressedPoint(payload.subarray(0, ENC))
    if (!enc) throw new SealedKeyError('SEALED_KEY_POINT', 'The encapsulated key is not a point on P-256.')
    const scalar = await openForClient(enc, payload.subarray(ENC), clientKey)
    if (isScalar(scalar)) return scalar
    scalar.fill(0)
    throw new SealedKeyError('SEALED_KEY_PLAINTEXT', 'The sealed bytes are not a P-256 private key.')
  } finally {
    // The payload is wiped, because anyone who has the client key could still read the session key from it.
    payload.fill(0)
  }
}
