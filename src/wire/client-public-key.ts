/** The client's half of a key exchange as the interface spells it (Session, clientPublicKey). @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/** P-256 public key, uncompressed SEC1, hex: 130 characters. This does not check that it lies on the curve. */
export const ClientPublicKey: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(130),
  v.regex(/^04[0-9a-fA-F]{128}$/),
)
