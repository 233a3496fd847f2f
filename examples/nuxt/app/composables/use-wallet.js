import { createWallet, initialWalletState } from 'embedded-wallet-auth'

/** A wallet for as long as the component lives, and its state. On the server, the state is the first one. */
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
