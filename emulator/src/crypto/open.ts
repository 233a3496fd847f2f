/** Opens messages that were sealed with HPKE in base mode (RFC 9180 §6.1). @module */
import type { Bytes } from 'embedded-wallet-auth/wire'
import { ecdh, scheduleOf } from './hpke.js'
import type { KeyPair } from './key-pair.js'
import type { Sealed } from './seal.js'

/**
 * Opens a message that was sealed to the public key of `pair`. Resolves with `undefined` if it was sealed to another
 * key, if it was changed, or if its encapsulated key is not on the curve.
 */
export async function open({ enc, ciphertext }: Sealed, pair: KeyPair): Promise<Bytes | undefined> {
  try {
    const privateKey = await crypto.subtle.importKey('jwk', pair.jwk, ecdh, false, ['deriveBits'])
    const publicKey = await crypto.subtle.importKey('raw', enc, ecdh, true, [])
    const dh = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
    const { key, parameters } = await scheduleOf(dh, enc, pair.publicKey, 'decrypt')
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, ciphertext))
  } catch {
    return undefined
  }
}
