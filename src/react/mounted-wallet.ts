/**
 * A wallet that exists only while a component that uses it is mounted, so that rendering stays free of side effects.
 * @module
 */
import {
  createWallet,
  initialWalletState,
  type Wallet,
  type WalletOptions,
  type WalletState,
} from '../index.js'

export interface MountedWallet {
  readonly wallet: Wallet
  readonly getState: () => WalletState
  readonly subscribe: (listener: () => void) => () => void
  /** The server's time in milliseconds, or `undefined` while there is no live wallet. */
  readonly now: () => number | undefined
  /**
   * Keeps the wallet live until the returned function is called. When no caller needs the wallet any longer, the wallet
   * is disposed; its stored data stays.
   */
  readonly retain: () => () => void
}

/** Wraps a wallet that the app has created itself. Only the app disposes it. */
export function givenWallet(wallet: Wallet): MountedWallet {
  const { getState, subscribe, now } = wallet
  return { wallet, getState, subscribe, now, retain: () => () => {} }
}

/**
 * A wallet that is created when the first component needs it and disposed when no component needs it any longer. React
 * may render a component without mounting it, mount it twice in a row (in StrictMode), or hide it and show it again. In
 * all these cases at most one wallet is live.
 */
export function mountedWallet(options: WalletOptions): MountedWallet {
  const listeners = new Set<() => void>()
  let live: Wallet | undefined
  let users = 0

  const open = (): Wallet => {
    if (live === undefined) {
      live = createWallet(options)
      live.subscribe(() => {
        for (const listener of [...listeners]) listener()
      })
    }
    return live
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
      // StrictMode unmounts a component and mounts it again at once. So the wallet is disposed only if it is still
      // unused after that.
      queueMicrotask(disposeUnused)
    }
  }
  return {
    // The type assertion is safe: the empty target is never read, because every property comes from the live wallet.
    wallet: new Proxy({} as Wallet, { get: (_, name) => Reflect.get(open(), name) }),
    now: () => live?.now(),
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
