/**
 * Schema of `clientPublicKey`, the public key that the service seals a session key to (Session, clientPublicKey).
 * @module
 */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * A P-256 public key: uncompressed SEC1 in hex, 130 characters. The schema does not check that the key lies on the
 * curve.
 */
export const ClientPublicKey: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(130),
  v.regex(/^04[0-9a-fA-F]{128}$/),
)
