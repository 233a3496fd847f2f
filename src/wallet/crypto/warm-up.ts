/** Opens a sample session key while the wallet waits for the network or the user. @module */
import bs58check from 'bs58check'
import { nextTask } from '../../clock.js'
import { generateClientKey } from './client-key.js'
import { compressPoint } from './compress-point.js'
import { sealForClient } from './hpke.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'
import { stamp } from './stamp.js'

/** Seals a throwaway session key to a client key, given in hex, as the service does. */
export async function sampleSealedTo(clientPublicKey: string): Promise<string> {
  const scalar = crypto.getRandomValues(new Uint8Array(32))
  // A number with this first byte is always in range.
  scalar[0] = 1
  const { enc, ciphertext } = await sealForClient(scalar, clientPublicKey)
  return bs58check.encode(Uint8Array.of(...compressPoint(enc), ...ciphertext))
}

/**
 * Seals a throwaway session key to a throwaway client key, opens it again, imports it, and makes a stamp with it. Every
 * step is then loaded and compiled before the first real answer. The steps are separate tasks, so that they do not
 * block the page for long. Nothing is kept. Never rejects: a step that fails here will fail again with its own error
 * when it is needed.
 *
 * @example
 * const { warmUp } = await loadVerifyPath(clock)
 * void warmUp()
 */
export async function warmUp(): Promise<void> {
  try {
    const clientKey = await generateClientKey()
    await nextTask()
    const sealed = await sampleSealedTo(clientKey.publicKey)
    await nextTask()
    const opened = await openSealedKey(sealed, clientKey)
    await nextTask()
    const key = await importSessionKey(opened)
    await stamp('', key.privateKey, key.publicKey)
  } catch {
    // The real steps will report the same failure with their own errors.
  }
}
