/** Lists the accounts that this browser has a record of, and erases them all. @module */
import { systemClock, withDeadline } from '../clock.js'
import { SessionError } from '../errors.js'
import { sealedForm } from './crypto/sealed-form.js'
import type { UnsettledQuote } from './machine/machine.js'
import { readRecord } from './record/read-record.js'
import { type AccountStore, indexedDbStore } from './record/storage.js'
import { createTabs } from './record/tabs.js'

/** An account that this browser has a record of. */
export interface StoredAccount {
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** Whether the record has a session, which may have expired. */
  readonly hasSession: boolean
  /** Payments whose outcome is not known, as in {@link WalletState}. */
  readonly unsettled: readonly UnsettledQuote[]
}

/** Milliseconds after which the storage counts as failed. */
const storageDeadline = 5_000

/**
 * The name of the entry that a wallet stores to test whether the storage can store keys. It is not the id of an
 * account.
 */
const probe = 'probe'

const describe = (accountId: string, stored: unknown): StoredAccount => {
  const { session, unsettled = [] } = readRecord(stored, sealedForm) ?? {}
  return {
    accountId,
    hasSession: session !== undefined,
    unsettled: unsettled.map(({ quoteId, since }) => ({ quoteId, since })),
  }
}

/**
 * Lists the accounts that this browser has a record of. Rejects if the storage fails.
 *
 * @param options `store`: the store that the wallets use, if it is not the default one
 * @example
 * const inDoubt = (await listAccounts()).filter(({ unsettled }) => unsettled.length > 0)
 */
export async function listAccounts(
  options: { readonly store?: AccountStore } = {},
): Promise<readonly StoredAccount[]> {
  const store = options.store ?? indexedDbStore()
  const ids = (await store.accounts()).filter((id) => id !== probe)
  return Promise.all(ids.map(async (id) => describe(id, await store.read(id))))
}

/**
 * Erases every account from this browser, for a device that people share, and signs out the wallets that are open in
 * any tab. Resolves with the erased accounts. Check the `unsettled` payments of these accounts, because this browser no
 * longer knows them. Sessions are not revoked at the service, so sign out first where you can.
 *
 * A wallet whose storage is `memory` has no record to erase. Its session ends with its page or with its own `signOut`.
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
  const late = (): Error => new Error('The browser storage did not respond within 5 s.')
  try {
    await withDeadline(systemClock(), { ms: storageDeadline, late }, erase)
  } catch (cause) {
    throw new SessionError('ERASE_FAILED', 'This browser may still hold accounts: try again.', { cause })
  } finally {
    for (const { accountId } of forgotten) {
      const tabs = createTabs(accountId)
      tabs.announce({ revision: 0, ended: 'signed-out' })
      tabs.close()
    }
  }
  return forgotten
}
