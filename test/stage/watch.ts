/** Watches every commit for a key that was delivered or stored, and then lost. @module */
import type { AccountStore } from 'embedded-wallet-auth'
import type { AccountRecord } from '../../src/wallet/record/record.js'

export interface Watch {
  readonly store: AccountStore
  readonly lost: readonly string[]
  /** The ids of sessions that were erased without another one in their place, and not by a sign-out. */
  readonly erased: ReadonlySet<string>
  /** The ids of sessions that were ever in the record: used, or in an answer. */
  readonly stored: ReadonlySet<string>
  /** The id of the session that the record has now. */
  current(): string | undefined
  /** Allows that a delivered key is discarded, because a tab signs out. Returns a function that ends this. */
  expectEnd(): () => unknown
  record(accountId: string): Promise<AccountRecord | undefined>
}

/** @param isEnded whether the service has ended the session on request */
export function watched(
  store: AccountStore,
  now: () => number,
  isEnded: (sessionId: string) => boolean,
): Watch {
  const lost: string[] = []
  const gone = new Set<string>()
  const stored = new Set<string>()
  let current: string | undefined
  const endings = new Set<symbol>()
  /** When a tab last began to sign out. If its storage fails, what began before that ends once the storage works. */
  let signedOut = Number.NEGATIVE_INFINITY
  return {
    lost,
    erased: gone,
    stored,
    current: () => current,
    expectEnd() {
      const ending = Symbol('ending')
      endings.add(ending)
      signedOut = now()
      return () => endings.delete(ending)
    },
    // The record was stored by the library itself, so it is not parsed.
    record: async (accountId) => (await store.read(accountId)) as AccountRecord | undefined,
    store: {
      ...store,
      update: (accountId, updater) =>
        store.update(accountId, (found) => {
          const next = updater(found)
          // The record was stored by the library itself, and is only read here.
          const [before, after] = [found, next] as (AccountRecord | undefined)[]
          if (accountId !== 'probe') {
            current = after?.session?.id
            for (const each of [after?.session, after?.pending?.answer, after?.refresh?.answer])
              if (each) stored.add(each.id)
          }
          for (const delivered of [before?.pending, before?.refresh]) {
            if (delivered?.phase !== 'delivered' || delivered.answer === undefined) continue
            const { id, expiresAt } = delivered.answer
            const isKept = [after?.pending, after?.refresh].some((each) => each?.answer?.id === id)
            const isOpened = after?.session?.id === id
            // A page knows the server's time to within a second.
            const began = delivered.since ?? Date.parse(delivered.authenticatedAt ?? '')
            const isSignedOut = began <= signedOut + 1_000
            const isOver = Date.parse(expiresAt) <= now() || isSignedOut
            // A refresh ends if its session is revoked, or if a sign-in finishes first.
            const isOrphan =
              delivered.replaces !== undefined &&
              (isEnded(delivered.replaces) ||
                before?.session?.id !== delivered.replaces ||
                ![undefined, delivered.replaces].includes(after?.session?.id))
            if (!isKept && !isOpened && !isOver && !isOrphan && endings.size === 0 && !isEnded(id))
              lost.push(
                `an attempt was delivered and dropped: ${JSON.stringify({ ...delivered, answer: id })}`,
              )
          }
          const erased = after?.session ? undefined : before?.session
          const isLeft = Date.parse(erased?.authenticatedAt ?? '') > signedOut
          if (erased && isLeft && endings.size === 0) gone.add(erased.id)
          return next
        }),
    },
  }
}
