/** Watches every commit for a key that was delivered and then lost. @module */
import type { AccountStore } from 'embedded-wallet-auth'
import type { AccountRecord } from '../../src/record.js'

export interface Watch {
  readonly store: AccountStore
  readonly lost: readonly string[]
  /** From now on a delivered key may be discarded: somebody signed out. */
  expectEnd(): void
  record(accountId: string): Promise<AccountRecord | undefined>
}

export function watched(store: AccountStore, now: () => number): Watch {
  const lost: string[] = []
  let mayEnd = false
  return {
    lost,
    expectEnd: () => {
      mayEnd = true
    },
    // What this project's own library stored, read by this project's own tests.
    record: async (accountId) => (await store.read(accountId)) as AccountRecord | undefined,
    store: {
      ...store,
      update: (accountId, updater) =>
        store.update(accountId, (stored) => {
          const next = updater(stored)
          // A parse boundary of a test: the record is only looked at.
          const [before, after] = [stored, next] as (AccountRecord | undefined)[]
          const delivered = before?.pending?.phase === 'delivered' ? before.pending : undefined
          const isKept = after?.pending?.attemptId === delivered?.attemptId
          const isOpened = after?.session?.id === delivered?.answer?.id
          const isOver = Date.parse(delivered?.answer?.expiresAt ?? '') <= now()
          // A refresh of a session that has ended meanwhile ends with it.
          const isOrphan = delivered?.replaces !== undefined && before?.session?.id !== delivered.replaces
          if (delivered && !isKept && !isOpened && !isOver && !isOrphan && !mayEnd) {
            lost.push(`${delivered.purpose} ${delivered.attemptId} was delivered and dropped`)
          }
          return next
        }),
    },
  }
}
