/**
 * The entry point of the chunk that sends verify calls and opens what the service has sealed: session keys and exports.
 * A restored session does not need this chunk.
 * @module
 */
export { openExport } from '../crypto/export-envelope.js'
export { openSealedKey } from '../crypto/sealed-key.js'
export { importSessionKey } from '../crypto/session-key.js'
export { sampleSealedTo, warmUp } from '../crypto/warm-up.js'
export { deliver, openSession } from './open-session.js'
export { verifyProof } from './verify.js'
