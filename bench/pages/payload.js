/** What every side stamps. @module */

/** 400 bytes, the usual length of the service's payloads. */
export const payload = JSON.stringify({ type: 'BENCH', text: 'x'.repeat(400 - 26) })
