/** A browser tab in memory whose every touch of the outside is a point to die at. @module */
import {
  type AccountStore,
  type Clock,
  createWallet,
  type Wallet,
  type WalletOptions,
} from 'embedded-wallet-auth'
import type { Life } from './life.js'

export interface Page {
  readonly life: Life
  readonly wallet: Wallet
  /** The next so many uses of the storage fail in this tab, for good as far as the wallet can tell. */
  breakStorage(times: number): void
}

type Handler = (request: Request) => Promise<Response>

export function openPage(
  life: Life,
  options: WalletOptions & {
    readonly backend: Handler
    readonly store: AccountStore
    readonly clock: Clock
  },
): Page {
  const { store, backend, clock } = options
  let failures = 0
  const whole = <T>(work: () => Promise<T>): Promise<T> => {
    if (failures === 0) return work()
    failures -= 1
    return Promise.reject(new DOMException('Connection to Indexed Database server lost.', 'UnknownError'))
  }
  const own: WalletOptions = {
    ...options,
    store: {
      tier: store.tier,
      read: (account) =>
        life.act({ name: 'store read', sides: ['before'] }, () => whole(() => store.read(account))),
      update: (account, updater) =>
        life.act({ name: 'store update', sides: ['before', 'after'] }, () =>
          // A transaction that a page did not live to finish does not count.
          whole(() => store.update(account, (stored) => (life.isAlive() ? updater(stored) : stored))),
        ),
      accounts: () =>
        life.act({ name: 'store keys', sides: ['before'] }, () => whole(() => store.accounts())),
    },
    backend: (request) => {
      const path = new URL(request.url).pathname.replace(/(:[\w-]+)/g, '')
      const name = `fetch ${request.method} ${path}`
      return life.act({ name, sides: ['before', 'after', 'late'] }, () => Promise.resolve(backend(request)))
    },
    clock: {
      now: clock.now,
      after(ms, fn) {
        const due = life.heard('timer', fn)
        // The clock would wait for what a timer answers with, and the dead answer nothing.
        return clock.after(ms, () => void due())
      },
    },
  }
  return {
    life,
    wallet: life.run(() => createWallet(own)),
    breakStorage: (times) => {
      failures = times
    },
  }
}
