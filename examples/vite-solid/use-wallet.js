import { createWallet } from 'embedded-wallet-auth'
import { createSignal, onCleanup } from 'solid-js'

/** Returns a wallet that lives as long as the component, and its state as a signal. */
export function useWallet(accountId) {
  const wallet = createWallet({ accountId, backend: '/wallet' })
  const [state, setState] = createSignal(wallet.getState())
  wallet.subscribe(() => setState(wallet.getState()))
  onCleanup(() => wallet.dispose())
  return { wallet, state }
}
