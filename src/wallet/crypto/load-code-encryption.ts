/** Loads the code that encrypts one-time codes to the service. @module */
import type { Clock } from '../../clock.js'
import { loadChunk } from '../time/load-chunk.js'

/**
 * Loads the code once.
 *
 * @throws the errors of `loadChunk`
 */
export const loadCodeEncryption = (clock: Clock): Promise<typeof import('./encrypt-code.js')> =>
  loadChunk(clock, import('./encrypt-code.js'))
