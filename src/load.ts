/** Parts of the library that load when they are needed. @module */
import { TransportError } from './errors.js'

/**
 * A chunk, once it is there.
 *
 * @throws TransportError `NETWORK`: it could not be loaded; nothing was sent, and the next try loads again
 */
export async function loaded<T>(chunk: Promise<T>): Promise<T> {
  try {
    return await chunk
  } catch (cause) {
    throw new TransportError('NETWORK', 'A part of the library could not be loaded.', { cause })
  }
}
