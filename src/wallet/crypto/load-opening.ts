/** Loads the code that opens what the service has sealed. @module */
import type { Clock } from '../../clock.js'
import { loadChunk } from '../time/load-chunk.js'

/** Begins to load the code, so that it is there when an answer arrives. A failure shows when the code is needed. */
export const preloadOpening = (): void => void import('./opening.js').catch(() => {})

/**
 * Loads the code once.
 *
 * @throws the errors of `loadChunk`
 */
export const loadOpening = (clock: Clock): Promise<typeof import('./opening.js')> =>
  loadChunk(clock, import('./opening.js'))
