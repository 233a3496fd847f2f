/** Sets of texts that the service may extend. Schemas, errors and states share these. @module */

/**
 * A text that this version does not list, such as a new status of the service. At run time it is the text as it was
 * sent, without a prefix. The type only keeps a comparison with a text that is not listed, such as a mistyped one, from
 * compiling, and a `switch` from being complete without a `default`.
 *
 * @example
 * if (String(error.code) === 'A_NEW_CODE') retry()
 */
export type Unlisted = `unlisted: ${string}`

/** The statuses of a quote. `PENDING_AUTHORIZATION` came later: the payment waits for the person (wire-facts 12). */
export const quoteStatuses = [
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const

/** The statuses of a quote that this version knows. */
export type QuoteStatus = (typeof quoteStatuses)[number]
