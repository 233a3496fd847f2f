/** What a page finds in its record while the code that opens answers cannot be loaded. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet } from '../api.js'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

let isOffline = true

/** The next page: a wallet whose modules are loaded again. */
async function nextPage(stack: Stack, store: AccountStore): Promise<Wallet> {
  vi.resetModules()
  vi.doMock('./verify-path.js', async (original) => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module')
    return original()
  })
  const { createWallet } = await import('../create-wallet.js')
  const { accountId, backend, emulator } = stack
  const wallet = kept(createWallet({ accountId, backend, clock: emulator.clock, store }))
  await wallet.ready
  return wallet
}

afterEach(() => {
  isOffline = true
  vi.doUnmock('./verify-path.js')
  vi.resetModules()
})

describe('an attempt in the record of a page that cannot load the verify path', () => {
  test('a code stays awaited, and can be entered once the verify path is there', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    first.dispose()
    const wallet = await nextPage(stack, store)
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('LOAD_FAILED')
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    isOffline = false
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('an answer that was stored is reported as interrupted, stays, and is opened by a later page', async () => {
    const stack = await createStack()
    const store = memoryStore()
    /** The record just before the answer was opened. */
    let delivered: AccountRecord | undefined
    const watched: AccountStore = {
      ...store,
      update: (account, updater) =>
        store.update(account, (stored) => {
          const next = updater(stored) as AccountRecord | undefined
          if (next?.pending?.phase === 'delivered') delivered = structuredClone(next)
          return next
        }),
    }
    ;(await signedIn(stack, { store: watched })).dispose()
    await store.update(stack.accountId, () => delivered)
    // Without locks, the earlier page counts as open until the attempt's deadline.
    await stack.emulator.clock.advance(11_000)
    const early = await nextPage(stack, store)
    expect(early.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    early.dispose()
    expect(await store.read(stack.accountId)).toHaveProperty('pending.phase', 'delivered')
    isOffline = false
    const later = await nextPage(stack, store)
    expect(later.getState().session).toMatchObject({ status: 'active', id: delivered?.pending?.answer?.id })
  })
})
