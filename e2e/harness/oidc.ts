/** The page with a wallet, the OIDC door and `diagnose`. An identity provider can redirect back to it. @module */
import { diagnose } from 'embedded-wallet-auth/diagnose'
import { finishRedirect, popupToken, redirectToken } from 'embedded-wallet-auth/oidc'
import { createHarness } from './create-harness.js'

createHarness()
globalThis.oidc = { popupToken, redirectToken, finished: harness.call(() => finishRedirect()) }
globalThis.diagnose = diagnose
