import { createWallet, initialWalletState } from 'embedded-wallet-auth'

/** Returns a wallet that lives as long as the component, and its state. On a server, the state is the initial one. */
export function useWallet(accountId) {
  const wallet = shallowRef()
  const state = shallowRef(initialWalletState)
  onMounted(() => {
    wallet.value = createWallet({ accountId, backend: '/wallet' })
    wallet.value.subscribe(() => {
      state.value = wallet.value.getState()
    })
  })
  onUnmounted(() => wallet.value?.dispose())
  return { wallet, state }
}
