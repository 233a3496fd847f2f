/** Loads the verify path, which is a separate chunk. @module */
import type { Clock } from '../../clock.js'
import { loadChunk } from '../time/load-chunk.js'

/**
 * Loads the code that verifies a proof and opens sealed answers, with HPKE and curves. A restored session can stamp
 * without it.
 *
 * @throws the errors of `loadChunk`
 */
export const loadVerifyPath = (clock: Clock): Promise<typeof import('./verify-path.js')> =>
  loadChunk(clock, import('./verify-path.js'))
