/** The page of the wallet's own origin. A page of a shop shows it in a frame, or opens it as a window. @module */
import type { WalletOptions } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { serveWallet } from 'embedded-wallet-auth/frame'

/** What the test's server says about the wallet. Nothing is read from the URL, which the shop's page decides. */
interface Settings {
  readonly parents: readonly string[]
  readonly wallet: WalletOptions
}

defineWalletElements()
document.querySelector('button')?.remove()
const ask = document.createElement('wallet-confirm')
// For the tests, which answer as the person does.
ask.addEventListener('wallet-question', ({ detail }) => {
  ask.dataset['operation'] = detail.operation
})
document.body.append(ask)
const answer = await fetch('/settings.json')
const { parents, wallet }: Settings = await answer.json()
serveWallet({
  wallet: { ...wallet, backend: '/wallet' },
  parents,
  ask,
  async reveal({ phrase: bytes }) {
    globalThis.revealed = { phrase: new TextDecoder().decode(bytes), bytes }
  },
})
