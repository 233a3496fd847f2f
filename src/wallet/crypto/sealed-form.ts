/** Recognizes a client key, and an answer with a sealed key, in the record. @module */
import type { StoredForm } from './key-delivery.js'

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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether this is a `CryptoKey` with exactly this usage. A public key may be extractable, a private key never. */
export const isKey = (value: unknown, usage: string): boolean =>
  value instanceof CryptoKey &&
  value.usages.join() === usage &&
  (value.type === 'public' || !value.extractable)
