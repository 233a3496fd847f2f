/** Tests whether a storage can store keys. @module */
import type { Journal } from './journal.js'
import type { AccountStore } from './storage.js'

/**
 * Wraps a journal. Before the first commit, the wrapper tests whether the storage can store keys. If the storage
 * cannot, the journal continues in memory. Reads do not wait for the test, because a page that never commits
 * does not need it.
 *
 * @param hasKey whether a session's key has already come back from the storage, which makes the test unnecessary
 */
export function tested(journal: Journal, hasKey: () => boolean): Journal {
  let test: Promise<void> | undefined
  const once = async (): Promise<void> => {
    if (journal.tier() === 'indexeddb' && !hasKey()) await journal.use(tryKeys)
  }
  return {
    ...journal,
    async commit(...args) {
      test ??= once()
      await test
      return journal.commit(...args)
    },
  }
}

/**
 * Rejects unless a non-extractable key comes back from the store and still signs. The key is not erased, because
 * another tab may be about to read it.
 */
async function tryKeys(store: AccountStore): Promise<void> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await store.update('probe', () => privateKey)
  // If anything other than a key comes back, sign() rejects.
  const found = (await store.read('probe')) as CryptoKey
  await crypto.subtle.sign(algorithm, found, new Uint8Array(1))
}
