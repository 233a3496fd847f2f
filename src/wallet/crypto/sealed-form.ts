/** Checks whether a stored value is a client key, or an answer with a sealed key. @module */
import type { StoredForm } from './key-delivery.js'
import { isKey, isObject, isText } from './stored-values.js'

/** Recognizes a stored client key, and a stored answer with a sealed session key. */
export const sealedForm: StoredForm = {
  isClientKey: (stored) =>
    isObject(stored) &&
    isText(stored['publicKey']) &&
    isObject(stored['pair']) &&
    isKey(stored['pair']['privateKey'], 'deriveBits') &&
    isKey(stored['pair']['publicKey'], ''),
  isAnswer: (stored) =>
    isObject(stored) &&
    ['id', 'createdAt', 'expiresAt', 'encryptedSessionSigningKey'].every((field) => isText(stored[field])),
}
