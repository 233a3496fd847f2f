/** How a session's key reaches the browser: everything that differs between the ways is in one row. @module */
import type { Clock } from '../../clock.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/** One way in which a session's key arrives. */
export interface KeyDelivery {
  /** Makes the key pair whose public half a request carries as `clientPublicKey`. */
  generate(): Promise<ClientKey>
  /**
   * Loads what `open` needs, and dry-runs it once while the network or the person is waited for.
   *
   * Rejects with {@link TransportError} `NETWORK` when the code cannot be loaded.
   */
  preload(clock: Clock): Promise<void>
  /** Whether this is a client key as it was stored. */
  isClientKey(stored: unknown): boolean
  /** Whether this is an answer, as it was stored, that `open` can take. */
  isAnswer(stored: unknown): boolean
  /** The session key of an answer. Rejects with {@link SealedKeyError} when there is none in it. */
  open(answer: Session, clientKey: ClientKey, clock: Clock): Promise<SessionKey>
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A stored key with exactly this usage. A public half may be extractable, a private one never. */
export const isKey = (value: unknown, usage: string): boolean =>
  value instanceof CryptoKey &&
  value.usages.join() === usage &&
  (value.type === 'public' || !value.extractable)
