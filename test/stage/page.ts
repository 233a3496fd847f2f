/** A browser tab in memory. Every use of the outside is a point at which the page can die. @module */
import {
  type AccountStore,
  type Clock,
  createWallet,
  type Wallet,
  type WalletOptions,
} from 'embedded-wallet-auth'
import type { Device } from './device.js'
import { seen } from './loop.js'
import type { Life, Point } from './point.js'

export interface Page {
  readonly life: Life
  readonly wallet: Wallet
  /**
   * Makes the next `times` uses of the storage fail in this tab. To the wallet, the storage seems to have failed
   * permanently.
   */
  breakStorage(times: number): void
}

type Handler = (request: Request) => Promise<Response>

export function openPage(
  life: Life,
  options: WalletOptions & {
    readonly backend: Handler
    readonly store: AccountStore
    readonly clock: Clock
    readonly device: Device
  },
): Page {
  const { store, backend, clock, device, ...rest } = options
  let failures = 0
  const use = <T>(name: string, sides: Point['sides'], work: () => Promise<T>): Promise<T> => {
    // The results of one connection arrive in the order in which its transactions end. A use that finds no connection
    // fails without waiting for the others.
    if (failures === 0) return life.act({ name, sides, lane: 'storage' }, work)
    failures -= 1
    return life.act({ name, sides }, () =>
      Promise.reject(new DOMException('Connection to Indexed Database server lost.', 'UnknownError')),
    )
  }
  const own: WalletOptions = {
    ...rest,
    store: {
      tier: store.tier,
      read: (account) => use('store read', ['before'], () => store.read(account)),
      update: (account, updater, readBack) =>
        use('store update', ['before', 'after'], async () => {
          let next: unknown
          // A transaction that was not finished when the page died has no effect.
          const change = (stored: unknown): unknown => {
            next = life.isAlive() ? life.run(() => updater(stored)) : stored
            return next
          }
          await store.update(account, change)
          // As in a database, nothing happens between a transaction's write and its read.
          return readBack && next
        }),
      accounts: () => use('store keys', ['before'], () => store.accounts()),
    },
    backend: (request) => {
      const path = new URL(request.url).pathname.replace(/(:[\w-]+)/g, '')
      const name = `fetch ${request.method} ${path}`
      const point = { name, sides: ['before', 'after', 'late'], travels: true } as const
      return life.act(point, () => Promise.resolve(backend(request)))
    },
    clock: {
      now: clock.now,
      after(ms, fn) {
        let isCancelled = false
        // A timer that is due can still be cancelled before its task runs.
        const due = life.heard('timer', () => isCancelled || fn())
        const cancel = device.after(life, ms, due)
        return () => {
          isCancelled = true
          cancel()
        }
      },
    },
  }
  const wallet = life.run(() => createWallet(own))
  wallet.subscribe(seen)
  return {
    life,
    wallet,
    breakStorage: (times) => {
      failures = times
    },
  }
}
