/** Checks that a client public key is on the curve and has not been used before (Session, clientPublicKey). @module */
import { type Bytes, hexToBytes } from 'embedded-wallet-auth/wire'
import { isPublicKey } from '../crypto/curve.js'
import { invalidInput } from './api-error.js'
import type { Context } from './context.js'

/** Returns the bytes of a client public key. Throws 400 if the key is not on the curve or has been used before. */
export function freshClientKey(context: Context, clientPublicKey: string): Bytes {
  const bytes = hexToBytes(clientPublicKey)
  if (!bytes || !isPublicKey(bytes))
    throw invalidInput('The client public key is not on P-256.', 'clientPublicKey')
  if (context.state.clientKeys.has(clientPublicKey.toLowerCase())) {
    throw invalidInput(
      'The client public key has been used before. Use each key only once.',
      'clientPublicKey',
    )
  }
  return bytes
}

/** Does what {@link freshClientKey} does, and then marks the key as used. */
export function takeClientKey(context: Context, clientPublicKey: string): Bytes {
  const bytes = freshClientKey(context, clientPublicKey)
  context.state.clientKeys.add(clientPublicKey.toLowerCase())
  return bytes
}
