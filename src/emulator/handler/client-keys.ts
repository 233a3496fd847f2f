/** Checks that a client public key is on the curve and has not been used before (Session, clientPublicKey). @module */
import { type Bytes, hexToBytes } from '../../encoding.js'
import { isPublicKey } from '../crypto/curve.js'
import { invalidInput } from './api-error.js'
import type { Context } from './context.js'

/** The bytes of a client public key. Throws 400 when it is not on the curve or was used before. */
export function freshClientKey(context: Context, clientPublicKey: string): Bytes {
  const bytes = hexToBytes(clientPublicKey)
  if (!bytes || !isPublicKey(bytes))
    throw invalidInput('The client public key is not on P-256.', 'clientPublicKey')
  if (context.state.clientKeys.has(clientPublicKey.toLowerCase())) {
    throw invalidInput('The client public key was used before; it is single-use.', 'clientPublicKey')
  }
  return bytes
}

/** Like {@link freshClientKey}, and marks the key as used. */
export function takeClientKey(context: Context, clientPublicKey: string): Bytes {
  const bytes = freshClientKey(context, clientPublicKey)
  context.state.clientKeys.add(clientPublicKey.toLowerCase())
  return bytes
}
