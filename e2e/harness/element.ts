/** The page with a wallet and the elements. @module */
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { createHarness } from './create-harness.js'
import { showStills, together } from './still.js'

defineWalletElements()
createHarness()
const scheme = document.createElement('meta')
scheme.name = 'color-scheme'
scheme.content = 'light dark'
document.head.append(scheme)
document.querySelector('button')?.remove()
globalThis.elements = { together, show: (names) => showStills(names, harness.wallet) }
