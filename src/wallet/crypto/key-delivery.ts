/** How a session key gets to the browser: everything that one way of delivery does differently is in its row. @module */
import type { Clock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/** One way of delivering a session key. */
export interface KeyDelivery {
  /** Makes the key pair whose public half a request carries as `clientPublicKey`. */
  generate(): Promise<ClientKey>
  /**
   * Loads the code that `open` needs, and does a dry run of it, once, during the wait for the network or the person.
   *
   * Rejects with {@link TransportError} `NETWORK` when the code cannot be loaded.
   */
  preload(clock: Clock): Promise<void>
  /** Whether this value from the store is a client key. */
  isClientKey(stored: unknown): boolean
  /** Whether this value from the store is an answer that `open` can take. */
  isAnswer(stored: unknown): boolean
  /** The session key in an answer. Rejects with {@link SealedKeyError} if it does not open. */
  open(answer: Session, clientKey: ClientKey, clock: Clock): Promise<SessionKey>
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether this is a `CryptoKey` with exactly this usage. A public key may be extractable, a private key never. */
export const isKey = (value: unknown, usage: string): boolean =>
  value instanceof CryptoKey &&
  value.usages.join() === usage &&
  (value.type === 'public' || !value.extractable)
