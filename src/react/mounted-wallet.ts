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
   * Counts a user of the wallet, and returns a function that releases it. Without users the wallet is disposed;
   * stored data stays.
   */
  readonly retain: () => () => void
}

/** Wraps a wallet that the app has created itself. It is never disposed here. */
export function givenWallet(wallet: Wallet): MountedWallet {
  const { getState, subscribe, now } = wallet
  return { wallet, getState, subscribe, now, retain: () => () => {} }
}

/**
 * A wallet that is created for its first user and disposed after its last one. React may render without mounting,
 * mount twice in a row (in StrictMode), and hide and show components. In each case one wallet is live, or none.
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
      // StrictMode unmounts and mounts again at once, so only a wallet that is still unused afterwards is disposed.
      queueMicrotask(disposeUnused)
    }
  }
  return {
    // The assertion is safe because the target is never read: every property comes from the live wallet.
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
