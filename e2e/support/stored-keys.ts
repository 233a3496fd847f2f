/** Tries to export the private keys that a page has stored, in the page and without the library. @module */
import type { ScriptedPage } from '../wallet-calls.js'

/** A stored private key, and the formats in which a script could export it. */
export interface StoredKey {
  readonly of: 'session' | 'client'
  readonly extractable: boolean
  readonly exported: readonly string[]
}

/** What must be stored of a key: nothing that a script can read. */
export const closed = (of: StoredKey['of']): StoredKey => ({ of, extractable: false, exported: [] })

/** Resolves with the private keys that are stored for an account. */
export const storedKeys = (page: ScriptedPage, accountId: string): Promise<readonly StoredKey[]> =>
  page.evaluate(async (account) => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answered(indexedDB.open('embedded-wallet-auth'))
    const accounts = database.transaction('accounts').objectStore('accounts')
    const entries = await answered(accounts.getAll(IDBKeyRange.bound([account], [account, []])))
    database.close()
    const found: StoredKey[] = []
    for (const { privateKey, pair } of entries)
      for (const [of, key] of [['session', privateKey] as const, ['client', pair?.privateKey] as const]) {
        if (!(key instanceof CryptoKey) || key.type !== 'private') continue
        const exported: string[] = []
        for (const format of ['raw', 'pkcs8', 'jwk', 'spki'] as const)
          await crypto.subtle.exportKey(format as 'raw', key).then(
            () => exported.push(format),
            (error: DOMException) => {
              // The refusal of a browser, and not a mistake in this call.
              if (error.name === 'TypeError') throw error
            },
          )
        found.push({ of, extractable: key.extractable, exported })
      }
    return found
  }, accountId)
