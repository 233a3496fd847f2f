/** The record that this browser stores for the account of the open wallet. @module */
import { indexedDbStore } from 'embedded-wallet-auth'
import type { App } from '../app.js'
import { privateKeysIn } from './record-text.js'

const store = indexedDbStore()

/** Reads the record. `undefined` if no wallet is open, or nothing is stored. */
export async function storedRecord(app: App): Promise<unknown> {
  const member = app.member()
  return member === undefined ? undefined : store.read(member.me.account.id)
}

/**
 * Resolves with whether the record has no private key any more. The wallet erases the key of an expired session as soon
 * as the page is idle, so this waits up to ten seconds.
 */
export async function keyErased(app: App): Promise<boolean> {
  for (let reading = 0; reading < 100; reading += 1) {
    if (privateKeysIn(await storedRecord(app)).length === 0) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
