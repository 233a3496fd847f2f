/** Recognizes the stored keys and answers of attempts, for each way of delivering a session key. @module */
import type { KeyDeliveryMode, StoredForm } from './key-delivery.js'
import { isKey, isObject, isText } from './stored-values.js'

const hasTexts = (stored: unknown, ...fields: readonly string[]): boolean =>
  isObject(stored) && fields.every((field) => isText(stored[field]))

/** One row for each way of delivering a session key. */
export const storedForms: Readonly<Record<KeyDeliveryMode, StoredForm>> = {
  sealed: {
    isAttemptKey: (stored) =>
      isObject(stored) &&
      isText(stored['publicKey']) &&
      isObject(stored['pair']) &&
      isKey(stored['pair']['privateKey'], 'deriveBits') &&
      isKey(stored['pair']['publicKey'], ''),
    isAnswer: (stored) => hasTexts(stored, 'id', 'createdAt', 'expiresAt', 'encryptedSessionSigningKey'),
  },
  'client-held': {
    isAttemptKey: (stored) =>
      isObject(stored) &&
      isText(stored['publicKey']) &&
      isKey(stored['privateKey'], 'sign') &&
      isKey(stored['verifyKey'], 'verify'),
    isAnswer: (stored) => hasTexts(stored, 'id', 'createdAt', 'expiresAt'),
  },
}
