/** Tests whether a storage keeps keys. @module */
import type { Journal } from './journal.js'
import type { AccountStore } from './storage.js'

/**
 * The same journal, which tests before its first commit whether the storage keeps keys, and continues in memory if it does not.
 * A read needs no test, so a page without a session is ready after one.
 *
 * @param hasKey whether a key has come back from the storage already: the session's
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
