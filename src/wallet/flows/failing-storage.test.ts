/** A storage that fails when a session ends. @module */
import { describe, expect, test } from 'vitest'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { type AccountStore, indexedDbStore, memoryStore } from '../record/storage.js'

withIndexedDb()

/** An IndexedDB whose connection is lost while `isBroken`. */
const flaky = (name: string) => {
  const store = indexedDbStore(name)
  const own = { isBroken: false, updates: 0 }
  const whole = <T>(work: () => Promise<T>): Promise<T> =>
    own.isBroken
      ? Promise.reject(new DOMException('The connection is closing.', 'InvalidStateError'))
      : work()
  return Object.assign(own, {
    ...store,
    read: (account: string) => whole(() => store.read(account)),
    update: (account: string, updater: (stored: unknown) => unknown) =>
      whole(() => store.update(account, updater).finally(() => own.updates++)),
  }) satisfies AccountStore
}

describe('signing out while the storage fails', () => {
  test('a key that could not be erased is reported, and signing out again erases it', async () => {
    const stack = await createStack()
    const store = flaky('erase-again')
    const wallet = await signedIn(stack, { store })
    store.isBroken = true
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
    expect(wallet.signer).toBeUndefined()
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    store.isBroken = false
    await wallet.signOut()
    expect(await store.read(stack.accountId)).not.toHaveProperty('session')
    expect((await opened(stack, { store })).getState().session.status).toBe('none')
  })

  test('a key that could not be erased is revoked at the service anyway', async () => {
    const stack = await createStack()
    const store = flaky('erase-and-revoke')
    const wallet = await signedIn(stack, { store })
    store.isBroken = true
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    expect(await wallet.sessions.list()).toEqual([])
  })

  test('the session that is revoked is the one that this page has, and not an older one of the storage', async () => {
    const stack = await createStack()
    const store = flaky('revoke-the-own-one')
    const wallet = await signedIn(stack, { store })
    await stack.emulator.clock.advance(60_000)
    store.isBroken = true
    await wallet.sessions.refresh()
    expect(wallet.getState().storage).toBe('memory')
    store.isBroken = false
    await stack.emulator.clock.advance(14 * 60_000)
    await wallet.signOut()
    const other = await signedIn(stack, { store: memoryStore() })
    expect(await other.sessions.list()).toHaveLength(1)
  })

  test('a session that another tab started in the meantime is not erased', async () => {
    const stack = await createStack()
    const [store, others] = [flaky('erase-not-the-newer'), indexedDbStore('erase-not-the-newer')]
    const wallet = await signedIn(stack, { store })
    store.isBroken = true
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    await stack.emulator.clock.advance(60_000)
    const other = await signedIn(stack, { store: others })
    store.isBroken = false
    const updates = store.updates
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.resend().catch(() => {})
    await expect.poll(() => store.updates).toBeGreaterThan(updates)
    expect(await others.read(stack.accountId)).toHaveProperty('session')
    expect(other.getState().session.status).toBe('active')
  })

  test('a key that could not be erased is erased when the record is read again', async () => {
    const stack = await createStack()
    const store = flaky('erase-by-itself')
    const wallet = await signedIn(stack, { store })
    store.isBroken = true
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    store.isBroken = false
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.resend().catch(() => {})
    await expect.poll(() => store.read(stack.accountId)).not.toHaveProperty('session')
  })
})
