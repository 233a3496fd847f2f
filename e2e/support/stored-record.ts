/** Reads the account's record from IndexedDB, in the page and without the library. @module */
import type { Page } from '@playwright/test'
import type { ServedStack } from '../served-stack.js'

/** The parts of the record that tests check. */
export interface StoredRecord {
  readonly session: string | undefined
  /** The phase of a sign-in. */
  readonly phase: string | undefined
  /** The phase of a refresh. */
  readonly refresh: string | undefined
}

/** Reads the account's record. */
export function storedRecord(page: Page, { accountId }: ServedStack): Promise<StoredRecord> {
  return page.evaluate(
    (key) =>
      new Promise<StoredRecord>((resolve, reject) => {
        const opening = indexedDB.open('embedded-wallet-auth')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('accounts').objectStore('accounts').get(key)
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            const { session, pending, refresh } = reading.result ?? {}
            resolve({ session: session?.id, phase: pending?.phase, refresh: refresh?.phase })
          }
        }
      }),
    accountId,
  )
}
