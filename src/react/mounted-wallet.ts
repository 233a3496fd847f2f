/** A wallet that exists while something is mounted that uses it, so that rendering stays free of side effects. @module */
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
  /** Counts a user of the wallet. Without users it is disposed of; what is stored stays. */
  readonly retain: () => () => void
}

/** A wallet that the app has made itself: it is never disposed of here. */
export function givenWallet(wallet: Wallet): MountedWallet {
  const { getState, subscribe, now } = wallet
  return { wallet, getState, subscribe, now, retain: () => () => {} }
}

/**
 * A wallet that is created by its first user and disposed of after its last one. React may render without mounting, mount
 * twice in a row as StrictMode does, and hide and show again. Each of these ends with one live wallet or none.
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
      // StrictMode unmounts and mounts again at once: only what is still unused afterwards has really gone.
      queueMicrotask(disposeUnused)
    }
  }
  return {
    // The one assertion here: the target is never read, since every property comes from the live wallet.
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
