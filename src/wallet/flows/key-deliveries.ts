/**
 * The ways in which a session's key arrives, with one row for each: how its key is made, which answers contradict it,
 * and how a proof is verified.
 * @module
 */
import type { Session } from '../../wire/sessions.js'
import { heldDelivery } from '../crypto/held-delivery.js'
import type { KeyDelivery, KeyDeliveryMode } from '../crypto/key-delivery.js'
import { sealedDelivery } from '../crypto/sealed-delivery.js'

/** A row of {@link keyDeliveries}. */
export interface KeyDeliveryRow extends KeyDelivery {
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
export const keyDeliveries: Readonly<Record<KeyDeliveryMode, KeyDeliveryRow>> = {
  sealed: {
    ...sealedDelivery,
    contradiction: ({ encryptedSessionSigningKey: sealed }) =>
      sealed === undefined ? 'has no sealed session key' : undefined,
    encryptsCodes: false,
    survivesLoss: false,
  },
  'client-held': {
    ...heldDelivery,
    contradiction: ({ encryptedSessionSigningKey: sealed }) =>
      sealed === undefined ? undefined : 'has a sealed session key',
    encryptsCodes: true,
    survivesLoss: true,
  },
}
