/** How a session key gets to the browser: everything that one way of delivery does differently is in its row. @module */
import type { Clock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/** Recognizes the stored parts of an attempt. Part of the core, because the record is read before the lazy half is loaded. */
export interface StoredForm {
  /** Whether this value from the store is a client key. */
  isClientKey(stored: unknown): boolean
  /** Whether this value from the store is an answer that `open` can take. */
  isAnswer(stored: unknown): boolean
}

/** One way of delivering a session key. Part of the lazy half. */
export interface KeyDelivery {
  /** Makes the key pair whose public half a request carries as `clientPublicKey`. */
  generate(): Promise<ClientKey>
  /**
   * Loads the code that `open` needs and runs it once on sample data, while waiting for the network or the person.
   *
   * Rejects with {@link TransportError} `NETWORK` when the code cannot be loaded.
   */
  preload(clock: Clock): Promise<void>
  /** The session key in an answer. Rejects with {@link SealedKeyError} if it does not open. */
  open(answer: Session, clientKey: ClientKey, clock: Clock): Promise<SessionKey>
}
