/**
 * Schemas of `clientPublicKey`, an ephemeral P-256 key (Session, clientPublicKey). They do not check that the key lies
 * on the curve.
 * @module
 */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/** The key that an answer is sealed to: uncompressed SEC1 in hex, 130 characters. */
export const ClientPublicKey: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(130),
  v.regex(/^04[0-9a-fA-F]{128}$/),
)

/**
 * The key of a call that begins a session: SEC1 in hex. Its encoding selects how the session gets its key. To an
 * uncompressed key (130 characters), the service seals a new key. A compressed key (66 characters) itself becomes the
 * session's key (wire-facts 11.1 [current]).
 */
export const SessionClientKey: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(130),
  v.regex(/^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/),
)
