/** The page that runs other people's vectors through the library's cryptography. @module */
import { runVectors, runWycheproof } from '../../src/wallet/crypto/fixtures/vector-run.js'
import { createHarness } from './create-harness.js'

createHarness()
Object.assign(globalThis, { vectors: { runVectors, runWycheproof } })
