/**
 * How a session key reaches the browser. These two interfaces contain everything that depends on how the key is
 * delivered.
 * @module
 */
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/** Recognizes the stored parts of an attempt. */
export interface StoredForm {
  /** Whether a value from the store is a client key. */
  isClientKey(stored: unknown): boolean
  /** Whether a value from the store is an answer that `open` accepts. */
  isAnswer(stored: unknown): boolean
}

/** One way of delivering a session key. */
export interface KeyDelivery {
  /** Generates the key pair whose public half is sent as `clientPublicKey`. */
  generate(): Promise<ClientKey>
  /**
   * Resolves with the session key in an answer, which the record holds by then. Rejects with {@link SealedKeyError} if
   * the key cannot be opened.
   */
  open(answer: Session, clientKey: ClientKey): Promise<SessionKey>
}
