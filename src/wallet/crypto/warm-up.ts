/** A dry run of the verify path while the network or the person is waited for. @module */
import bs58check from 'bs58check'
import { generateClientKey } from './client-key.js'
import { compressPoint } from './compress-point.js'
import { sealForClient } from './hpke.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'
import { stamp } from './stamp.js'

/**
 * Seals a throwaway key to a throwaway client key, opens, imports and stamps with it, so that the first real answer finds
 * every step loaded and compiled. Nothing of it is kept. Never rejects: what is missing here shows, with its own error,
 * when it is needed.
 *
 * @example
 * const verifyPath = await import('../../crypto/crypto/verify-path.js')
 * void verifyPath.warmUp()
 */
export async function warmUp(): Promise<void> {
  try {
    const scalar = crypto.getRandomValues(new Uint8Array(32))
    // Any number that starts like this is in range.
    scalar[0] = 1
    const clientKey = await generateClientKey()
    const { enc, ciphertext } = await sealForClient(scalar, clientKey)
    const sealed = bs58check.encode(Uint8Array.of(...compressPoint(enc), ...ciphertext))
    const key = await importSessionKey(await openSealedKey(sealed, clientKey))
    await stamp('', key.privateKey, key.publicKey)
  } catch {
    // An engine that cannot do this says so in the flow itself.
  }
}
