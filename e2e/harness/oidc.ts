/** The page with a wallet and the OIDC door; also one that an identity provider sends a redirect back to. @module */
import { finishRedirect, popupToken, redirectToken } from 'embedded-wallet-auth/oidc'
import { createHarness } from './create-harness.js'

createHarness()
globalThis.oidc = { popupToken, redirectToken, finished: harness.call(() => finishRedirect()) }
