/** Entry to the code that opens the answer to a verify call: a chunk of its own, which a restored session does not need. @module */
export { openSealedKey } from './sealed-key.js'
export { importSessionKey } from './session-key.js'
export { warmUp } from './warm-up.js'
