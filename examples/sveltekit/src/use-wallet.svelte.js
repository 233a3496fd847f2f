import { createWallet, initialWalletState } from 'embedded-wallet-auth'
import { onMount } from 'svelte'

/** A wallet for as long as the component lives, and its state. On the server, the state is the first one. */
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
