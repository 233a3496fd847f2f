/** Turns an error into the form in which it crosses to the page. @module */
import { isWalletError } from '../index.js'
import type { CarriedError } from '../port/carried-error.js'

const fields = [
  'kind',
  'code',
  'message',
  'status',
  'reason',
  'retryAfter',
  'fields',
  'payableFrom',
  'idempotencyKey',
  'quoteStatus',
] as const satisfies readonly (keyof CarriedError)[]

/** Returns the error without its cause and stack, which may contain what the page must not know. */
export function carried(error: unknown): CarriedError {
  if (!isWalletError(error))
    return { message: error instanceof TypeError ? error.message : 'The wallet’s page failed.' }
  const entries = fields.map((name) => [name, Reflect.get(error, name)] as const)
  // The type assertion is safe: the names are those of the type, and `message` is always set.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as CarriedError
}
