/** Loads parts of the library when they are needed. @module */

import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { TransportError } from '../../errors.js'

/** How long to wait for a chunk, in milliseconds. */
const patience = 30_000

/**
 * Waits for a chunk of the library.
 *
 * @throws TransportError `NETWORK` if it cannot be loaded within 30 s. The call that needs it was not sent; the next
 * call tries to load it again
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
