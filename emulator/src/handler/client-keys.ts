/** Checks that a client public key is on the curve and has not been used before (Session, clientPublicKey). @module */
import { type Bytes, bytesToHex, hexToBytes } from 'embedded-wallet-auth/wire'
import { uncompressed } from '../crypto/curve.js'
import { invalidInput } from './api-error.js'
import type { Context } from './context.js'

/** Whether a client public key is compressed, so that it becomes the session's key itself (wire-facts 11.1). */
export const isCompressed = (clientPublicKey: string): boolean => clientPublicKey.length === 66

/** The encoding of a public key, as facts name it. */
export const encodingOf = (publicKey: string): 'compressed' | 'uncompressed' =>
  isCompressed(publicKey) ? 'compressed' : 'uncompressed'

/** Returns a client public key as uncompressed SEC1. Throws 400 if it is not on the curve. */
export function readClientKey(clientPublicKey: string): Bytes {
  const bytes = hexToBytes(clientPublicKey)
  const key = bytes && uncompressed(bytes)
  if (!key) throw invalidInput('The client public key is not on P-256.', 'clientPublicKey')
  return key
}

/** Does what {@link readClientKey} does, and throws 400 if the key has been used before, in either encoding. */
export function freshClientKey(context: Context, clientPublicKey: string): Bytes {
  const key = readClientKey(clientPublicKey)
  if (context.state.clientKeys.has(bytesToHex(key))) {
    throw invalidInput(
      'The client public key has been used before. Use each key only once.',
      'clientPublicKey',
    )
  }
  return key
}

/** Does what {@link freshClientKey} does, and then marks the key as used. */
export function takeClientKey(context: Context, clientPublicKey: string): Bytes {
  const key = freshClientKey(context, clientPublicKey)
  context.state.clientKeys.add(bytesToHex(key))
  return key
}

/**
 * Does what {@link freshClientKey} does for a call that begins a session. Also throws 400 unless the deployment takes
 * the key's encoding.
 */
export function freshSessionKey(context: Context, clientPublicKey: string): Bytes {
  const wanted = context.facts.clientPublicKey
  if (wanted !== 'either' && wanted !== encodingOf(clientPublicKey)) {
    throw invalidInput(`The client public key must be ${wanted}.`, 'clientPublicKey')
  }
  return freshClientKey(context, clientPublicKey)
}

/** Does what {@link freshSessionKey} does, and then marks the key as used. */
export function takeSessionKey(context: Context, clientPublicKey: string): Bytes {
  freshSessionKey(context, clientPublicKey)
  return takeClientKey(context, clientPublicKey)
}
