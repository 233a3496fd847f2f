/**
 * How a session key reaches the browser. These interfaces contain everything that depends on how the key is delivered.
 * @module
 */
import type { Clock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/**
 * `sealed`: the service makes the session key, and seals it to a client key of the page. `client-held`: the page makes
 * the session key, and nobody sends it anywhere (wire-facts 11 [current]).
 */
export type KeyDeliveryMode = 'sealed' | 'client-held'

/** The key of one attempt: a client key, or what becomes the session key. Its `publicKey` is sent as it is. */
export type AttemptKey = ClientKey | SessionKey

/** Recognizes the stored parts of an attempt. */
export interface StoredForm {
  /** Whether a value from the store is the key of an attempt. */
  isAttemptKey(stored: unknown): boolean
  /** Whether a value from the store is an answer that `open` accepts. */
  isAnswer(stored: unknown): boolean
}

/** One way of delivering a session key. */
export interface KeyDelivery {
  readonly mode: KeyDeliveryMode
  /** Generates the key pair whose public half is sent as `clientPublicKey`. */
  generate(): Promise<AttemptKey>
  /** Loads the code that `open` needs. Called before the answer is requested, which may arrive only once. */
  load(clock: Clock): Promise<unknown>
  /**
   * Resolves with the session key in an answer, which the record holds by then. Rejects with {@link SealedKeyError} if
   * the key cannot be opened.
   */
  open(answer: Session, key: AttemptKey, clock: Clock): Promise<SessionKey>
}
