/** Checks whether a stored value is a client key, or an answer with a sealed key. @module */
import type { StoredForm } from './key-delivery.js'

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

/** Whether a value is an object, arrays included. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether a value is a string that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Whether a value is a `CryptoKey` with exactly this usage. A public key may be extractable, but a private key must
 * not be.
 */
export const isKey = (value: unknown, usage: string): boolean =>
  value instanceof CryptoKey &&
  value.usages.join() === usage &&
  (value.type === 'public' || !value.extractable)
