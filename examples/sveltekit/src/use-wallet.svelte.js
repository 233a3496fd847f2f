import { createWallet, initialWalletState } from 'embedded-wallet-auth'
import { onMount } from 'svelte'

/** Returns a wallet that lives as long as the component, and its state. On a server, the state is the initial one. */
export function useWallet(accountId) {
  let wallet = $state.raw()
  let state = $state.raw(initialWalletState)
  onMount(() => {
    wallet = createWallet({ accountId, backend: '/wallet' })
    wallet.subscribe(() => {
      state = wallet.getState()
    })
    return () => wallet.dispose()
  })
  return {
    get wallet() {
      return wallet
    },
    get state() {
      return state
    },
  }
}
