/** The entry of the chunk that opens the answer to a verify call. A restored session does not need it. @module */
export { openSealedKey } from './sealed-key.js'
export { importSessionKey } from './session-key.js'
export { warmUp } from './warm-up.js'
