/** The page with the library and an authenticator in JavaScript, for a browser that has no passkeys. @module */
import { softwarePasskeys } from '../../src/wallet/fixtures/software-passkeys.js'
import { createHarness } from './create-harness.js'

const credentials = softwarePasskeys(async () => {}, location.origin)
Object.defineProperty(navigator, 'credentials', { value: credentials })
Object.assign(globalThis, { PublicKeyCredential: class {} })
createHarness()
