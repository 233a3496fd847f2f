/** Loads parts of the library when they are needed. @module */
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { TransportError } from '../../errors.js'

/** How long to wait for a chunk, in milliseconds. */
const chunkWait = 30_000

/**
 * Waits for a chunk of the library.
 *
 * @throws TransportError `LOAD_FAILED` if the chunk cannot be loaded, `NETWORK` if loading takes more than 30 s. The
 * call that needs the chunk is then not sent. The next call tries to load the chunk again, but some browsers, such as
 * Firefox, do not load a failed module again until the page is reloaded
 */
export function loadChunk<T>(clock: Clock, chunk: Promise<T>): Promise<T> {
  const failed = (cause?: unknown): Error =>
    new TransportError(
      cause ? 'LOAD_FAILED' : 'NETWORK',
      'A part of the library could not be loaded. Reload the page.',
      {
        cause,
      },
    )
  const limit = { ms: chunkWait, late: failed }
  return withDeadline(clock, limit, () =>
    chunk.catch((cause) => {
      throw failed(cause)
    }),
  )
}
