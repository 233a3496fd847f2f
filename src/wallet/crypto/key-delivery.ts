/**
 * How a session key gets to the browser. Each way of delivery has a row with everything in which it differs.
 * @module
 */
import type { Clock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/**
 * Recognizes the stored parts of an attempt. Belongs to the part of the library that loads first, because the record
 * is read before the rest loads.
 */
export interface StoredForm {
  /** Whether a value from the store is a client key. */
  isClientKey(stored: unknown): boolean
  /** Whether a value from the store is an answer that `open` accepts. */
  isAnswer(stored: unknown): boolean
}

/** One way of delivering a session key. Belongs to the part of the library that loads later. */
export interface KeyDelivery {
  /** Generates the key pair whose public half is sent as `clientPublicKey`. */
  generate(): Promise<ClientKey>
  /**
   * Loads the code that `open` needs, and runs it once on sample data. Called while the wallet waits for the network
   * or the user.
   *
   * Rejects with {@link TransportError} `NETWORK` if the code cannot be loaded.
   */
  preload(clock: Clock): Promise<void>
  /** Resolves with the session key in an answer. Rejects with {@link SealedKeyError} if it cannot be opened. */
  open(answer: Session, clientKey: ClientKey, clock: Clock): Promise<SessionKey>
}
