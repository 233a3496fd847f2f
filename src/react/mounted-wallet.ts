/** Creates a wallet when a component that uses it mounts, so that rendering has no side effects. @module */
import {
  type AnyWallet,
  createWallet,
  initialWalletState,
  type Wallet,
  type WalletOptions,
  type WalletState,
} from '../index.js'

export interface MountedWallet {
  readonly wallet: AnyWallet
  readonly getState: () => WalletState
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the server's time in milliseconds, or `undefined` while there is no live wallet. */
  readonly now: () => number | undefined
  /** Returns why the wallet could not be created; `undefined` as long as nothing has failed. */
  readonly failure: () => unknown
  /** Keeps the wallet live until the returned function is called. */
  readonly retain: () => () => void
}

/** Wraps a wallet that the app has created. Only the app disposes of that wallet. */
export function givenWallet(wallet: AnyWallet): MountedWallet {
  const { getState, subscribe, now } = wallet
  return { wallet, getState, subscribe, now, failure: () => undefined, retain: () => () => {} }
}

/**
 * Returns a wallet that is created when the first component retains it, and disposed of after the last one has released
 * it. Its stored data stays. At most one wallet is live, even if React renders a component without mounting it, mounts
 * it twice (as in StrictMode), or hides it and shows it again. Nothing here throws if `createWallet` does.
 */
export function mountedWallet(options: WalletOptions): MountedWallet {
  const listeners = new Set<() => void>()
  let live: Wallet | undefined
  let users = 0
  let failure: unknown

  const tell = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const open = (): Wallet => {
    if (live === undefined && failure === undefined) {
      try {
        live = createWallet(options)
        live.subscribe(tell)
      } catch (error) {
        failure = error
        tell()
      }
    }
    return live ?? missingWallet(failure)
  }
  const disposeUnused = (): void => {
    if (users > 0) return
    live?.dispose()
    live = undefined
  }
  const retain = (): (() => void) => {
    users += 1
    open()
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      users -= 1
      // StrictMode unmounts a component and mounts it again at once. The wallet must survive that.
      queueMicrotask(disposeUnused)
    }
  }
  return {
    // The type assertion is safe: the empty target is never read, because every property comes from the live wallet.
    wallet: new Proxy({} as Wallet, { get: (_, name) => Reflect.get(open(), name) }),
    now: () => live?.now(),
    failure: () => failure,
    getState: () => live?.getState() ?? initialWalletState,
    subscribe(listener) {
      listeners.add(listener)
      const release = retain()
      return () => {
        listeners.delete(listener)
        release()
      }
    },
    retain,
  }
}

/** Stands for a wallet that could not be created, until its components are gone. Each of its calls rejects. */
function missingWallet(error: unknown): Wallet {
  const reject = (): Promise<never> => Promise.reject(error)
  // The type assertion is safe for calls, and components get their state from the hooks.
  return new Proxy(reject as unknown as Wallet, {
    get: (_, name) => (name === 'then' ? undefined : missingWallet(error)),
  })
}
