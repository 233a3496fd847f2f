/** The door to everything a verify's answer needs, and a restored session does not: a chunk of its own. @module */
export { openSealedKey } from './sealed-key.js'
export { importSessionKey } from './session-key.js'
export { warmUp } from './warm-up.js'
