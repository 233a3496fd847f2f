/** Opens a sample session key while the wallet waits for the network or the user. @module */
import bs58check from 'bs58check'
import { generateClientKey } from './client-key.js'
import { compressPoint } from './compress-point.js'
import { sealForClient } from './hpke.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'
import { stamp } from './stamp.js'

/**
 * Seals a throwaway session key to a throwaway client key, opens it again, imports it, and makes a stamp with it. Every
 * step is then loaded and compiled before the first real answer. Nothing is kept. Never rejects: a step that fails here
 * will fail again with its own error when it is needed.
 *
 * @example
 * const verifyPath = await import('./verify-path.js')
 * void verifyPath.warmUp()
 */
export async function warmUp(): Promise<void> {
  try {
    const scalar = crypto.getRandomValues(new Uint8Array(32))
    // A number with this first byte is always in range.
    scalar[0] = 1
    const clientKey = await generateClientKey()
    const { enc, ciphertext } = await sealForClient(scalar, clientKey)
    const sealed = await bs58check.encode(Uint8Array.of(...compressPoint(enc), ...ciphertext))
    const key = await importSessionKey(await openSealedKey(sealed, clientKey))
    await stamp('', key.privateKey, key.publicKey)
  } catch {
    // The real steps will report the same failure with their own errors.
  }
}
