/** The page of a shop, whose wallet is in the page itself and asks with `<wallet-confirm>`. @module */
import { createWallet } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import type { PageOptions } from './contract.js'
import { createHarnessOf } from './create-harness.js'

defineWalletElements()
document.querySelector('button')?.remove()
const ask = document.createElement('wallet-confirm')
document.body.append(ask)
createHarnessOf((options: PageOptions) =>
  createWallet({ ...options, backend: '/wallet', confirm: (question) => ask.ask(question) }),
)
