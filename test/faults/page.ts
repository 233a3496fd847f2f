/** A browser tab in memory: a wallet on shared storage, with channels between tabs, that can be killed at any moment. @module */
import { type AccountStore, createWallet, type Wallet, type WalletOptions } from 'embedded-wallet-auth'

/** What a page has and Node has not: enough for channels and wake-ups, nothing more. */
export function pretendPage(): void {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  Object.assign(globalThis, {
    document: page,
    addEventListener: () => {},
    removeEventListener: () => {},
  })
}

/** A page dies without a word: whatever it still awaited never comes. */
export interface Page {
  readonly wallet: Wallet
  kill(): void
  readonly isAlive: () => boolean
}

export function openPage(options: WalletOptions & { readonly store: AccountStore }): Page {
  let alive = true
  const never = new Promise<never>(() => {})
  const whileAlive = async <T>(work: Promise<T>): Promise<T> => {
    const value = await work
    return alive ? value : never
  }
  const { store, backend } = options
  const wallet = createWallet({
    ...options,
    store: {
      tier: store.tier,
      read: (account) => (alive ? whileAlive(store.read(account)) : never),
      update: (account, updater) =>
        alive ? whileAlive(store.update(account, (stored) => (alive ? updater(stored) : stored))) : never,
      accounts: () => (alive ? whileAlive(store.accounts()) : never),
    },
    backend: (request) => (alive && typeof backend === 'function' ? whileAlive(backend(request)) : never),
  })
  return {
    wallet,
    isAlive: () => alive,
    kill() {
      alive = false
      wallet.dispose()
    },
  }
}
