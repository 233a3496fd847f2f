/** Lists the accounts that have a record in this browser, or erases all of their records. @module */
import { systemClock, withDeadline } from '../../clock.js'
import { SessionError } from '../../errors.js'
import type { UnsettledQuote } from '../machine/machine.js'
import { readRecord } from './read-record.js'
import { type AccountStore, indexedDbStore } from './storage.js'
import { createTabs } from './tabs.js'

/** An account that has a record in this browser. */
export interface StoredAccount {
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** Whether the record contains a session. The session may have expired. */
  readonly hasSession: boolean
  /** Payments whose outcome is not known, as in `getState().unsettled`. */
  readonly unsettled: readonly UnsettledQuote[]
}

/** How long to wait for the storage, in milliseconds. */
const storageDeadline = 5_000

/** The id under which a wallet stores a test entry, to see whether the storage can hold keys. Not an account's id. */
const probe = 'probe'

const late = (): Error => new Error('The browser storage did not respond within 5 s.')

const inTime = <T>(work: () => Promise<T>): Promise<T> =>
  withDeadline(systemClock(), { ms: storageDeadline, late }, work)

const describe = (accountId: string, stored: unknown): StoredAccount => {
  const { session, unsettled = [] } = readRecord(stored) ?? {}
  return {
    accountId,
    hasSession: session !== undefined,
    unsettled: unsettled.map(({ quoteId, since }) => ({ quoteId, since })),
  }
}

/**
 * Lists the accounts that have a record in this browser. Rejects if the storage fails or takes more than 5 s.
 *
 * @param options `store`: the store that the wallets use, if it is not the default store
 * @example
 * const inDoubt = (await listAccounts()).filter(({ unsettled }) => unsettled.length > 0)
 */
export async function listAccounts(
  options: { readonly store?: AccountStore } = {},
): Promise<readonly StoredAccount[]> {
  const store = options.store ?? indexedDbStore()
  return inTime(async () => {
    const ids = (await store.accounts()).filter((id) => id !== probe)
    return Promise.all(ids.map(async (id) => describe(id, await store.read(id))))
  })
}

/**
 * Erases the records of all accounts from this browser, and signs out the wallets that are open in any tab. Intended
 * for shared devices. Resolves with the erased accounts. Check their `unsettled` payments, because this browser no
 * longer lists them. The sessions are not revoked at the service, so sign out first if possible.
 *
 * A wallet whose storage is `memory` has no record to erase. Its session ends when the page closes or the wallet's
 * `signOut` is called.
 *
 * @throws SessionError `ERASE_FAILED` if the storage fails or takes more than 5 s: something may still be stored
 * @example
 * const dropped = await forgetAccounts()
 */
export async function forgetAccounts(
  options: { readonly store?: AccountStore } = {},
): Promise<readonly StoredAccount[]> {
  const store = options.store ?? indexedDbStore()
  const forgotten: StoredAccount[] = []
  const erase = async (): Promise<void> => {
    for (const id of await store.accounts()) {
      let found: StoredAccount | undefined
      await store.update(id, (stored) => {
        found = describe(id, stored)
        return undefined
      })
      if (found && id !== probe) forgotten.push(found)
    }
  }
  try {
    await inTime(erase)
  } catch (cause) {
    throw new SessionError('ERASE_FAILED', 'Some accounts may still be stored. Try again.', { cause })
  } finally {
    for (const { accountId } of forgotten) {
      const tabs = createTabs(accountId)
      tabs.announce(0)
      tabs.close()
    }
  }
  return forgotten
}
