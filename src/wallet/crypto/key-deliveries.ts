/**
 * The ways in which a session's key arrives, with one row for each. The row contains everything that depends on how the
 * key is delivered: how a key is made and opened, which answers contradict it, and how a proof is verified.
 * @module
 */
import type { Session } from '../../wire/sessions.js'
import { generateClientKey, generateHeldKey } from './client-key.js'
import type { AttemptKey, KeyDeliveryMode } from './key-delivery.js'
import type { SessionKey } from './prove-session-key.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'

/** A row of {@link keyDeliveries}. */
export interface KeyDelivery {
  /** Generates the key pair whose public half is sent as `clientPublicKey`. */
  readonly generate: () => Promise<AttemptKey>
  /**
   * Resolves with the session key in an answer, which the record holds by then. Rejects with {@link SealedKeyError} if
   * the key cannot be opened.
   */
  readonly open: (answer: Session, key: AttemptKey) => Promise<SessionKey>
  /**
   * Says how the session in an answer contradicts this way, or `undefined` if it does not. Such a session is never
   * taken, and never looked for: its answer has come, and its key is not here.
   */
  readonly contradiction: (answer: Session) => string | undefined
  /** Whether codes are encrypted, and verified in two requests. */
  readonly encryptsCodes: boolean
  /** Whether a session whose answer was lost can be used once its id is known. */
  readonly survivesLoss: boolean
}

/** One row for each way in which a session's key arrives. */
export const keyDeliveries: Readonly<Record<KeyDeliveryMode, KeyDelivery>> = {
  sealed: {
    generate: generateClientKey,
    async open({ encryptedSessionSigningKey = '' }, key) {
      // The record has another form of key only if another script wrote it.
      if (!('pair' in key)) throw new TypeError('A sealed key needs a client key.')
      return importSessionKey(await openSealedKey(encryptedSessionSigningKey, key))
    },
    contradiction: ({ encryptedSessionSigningKey: sealed }) =>
      sealed === undefined ? 'has no sealed session key' : undefined,
    encryptsCodes: false,
    survivesLoss: false,
  },
  'client-held': {
    generate: generateHeldKey,
    async open(_, key) {
      // The record has another form of key only if another script wrote it.
      if ('pair' in key) throw new TypeError('A client-held session needs a signing key.')
      return key
    },
    contradiction: ({ encryptedSessionSigningKey: sealed }) =>
      sealed === undefined ? undefined : 'has a sealed session key',
    encryptsCodes: true,
    survivesLoss: true,
  },
}
