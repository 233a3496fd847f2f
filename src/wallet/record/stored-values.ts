/** Checks of values from the store, which may be anything. @module */

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
