/** The accounts of a browser that people share. @module */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { indexedDbStore, memoryStore } from './storage.js'
import { forgetAccounts, listAccounts } from './stored-accounts.js'

withIndexedDb()

beforeEach(() => vi.stubGlobal('document', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

test('forgetAccounts erases every account, including its id, and signs out the wallets that are open', async () => {
  const store = indexedDbStore('shared-device')
  const [ada, grace] = [await createStack(), await createStack()]
  const wallets = [
    await signedIn(ada, { store }),
    await signedIn(grace, { store }),
    await opened(ada, { store }),
  ]
  const accounts = [ada.accountId, grace.accountId].sort()
  expect((await listAccounts({ store })).map(({ accountId }) => accountId).sort()).toEqual(accounts)
  const dropped = await forgetAccounts({ store })
  expect(dropped.map(({ accountId }) => accountId).sort()).toEqual(accounts)
  expect(dropped.every(({ hasSession }) => hasSession)).toBe(true)
  expect(await store.accounts()).toEqual([])
  for (const wallet of wallets) {
    await expect.poll(() => wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
    expect(wallet.signer).toBeUndefined()
  }
  expect(await listAccounts({ store })).toEqual([])
})

test('forgetAccounts returns the payments in doubt that it erased', async () => {
  const store = memoryStore()
  const since = '2026-11-21T12:00:00.000Z'
  const entry = { quoteId: 'Quote:1', since, idempotencyKey: 'a-key', unanswered: 1 }
  await store.update('InternalAccount:1', () => ({ version: 1, revision: 3, unsettled: [entry] }))
  const unsettled = [{ quoteId: 'Quote:1', since }]
  const account = { accountId: 'InternalAccount:1', hasSession: false, unsettled }
  expect(await listAccounts({ store })).toEqual([account])
  expect(await forgetAccounts({ store })).toEqual([account])
  expect(await store.accounts()).toEqual([])
})

test('a storage that never answers is given up after five seconds', async () => {
  vi.useFakeTimers()
  const store = { ...memoryStore(), accounts: () => new Promise<never>(() => {}) }
  const ends = [listAccounts({ store }), forgetAccounts({ store })].map((call) => call.catch(String))
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await Promise.all(ends)).toEqual([
    'Error: The browser storage did not respond within 5 s.',
    'SessionError: Some accounts may still be stored. Try again.',
  ])
})

test('forgetAccounts rejects with ERASE_FAILED if the storage fails', async () => {
  const store = { ...memoryStore(), update: () => Promise.reject(new Error('the disk is gone')) }
  expect(
    await codeOf(forgetAccounts({ store: { ...store, accounts: async () => ['InternalAccount:1'] } })),
  ).toBe('ERASE_FAILED')
})
