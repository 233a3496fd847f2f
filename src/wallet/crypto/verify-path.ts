/**
 * The entry point of the chunk that opens the answer to a verify call. A restored session does not need this chunk.
 * @module
 */
export { openSealedKey } from './sealed-key.js'
export { importSessionKey } from './session-key.js'
export { sampleSealedTo, warmUp } from './warm-up.js'
