/** Parts of the library that load when they are needed. @module */

import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { TransportError } from '../../errors.js'

/** Milliseconds. */
const patience = 30_000

/**
 * A chunk, once it is there.
 *
 * @throws TransportError `NETWORK`: it could not be loaded, and the next try loads it again; or not within half a minute, and
 * the next try waits for it anew. Nothing was sent
 */
export function loadChunk<T>(clock: Clock, chunk: Promise<T>): Promise<T> {
  const failed = (cause?: unknown): Error =>
    new TransportError('NETWORK', 'A part of the library could not be loaded.', { cause })
  const limit = { ms: patience, late: failed }
  return withDeadline(clock, limit, () =>
    chunk.catch((cause) => {
      throw failed(cause)
    }),
  )
}
