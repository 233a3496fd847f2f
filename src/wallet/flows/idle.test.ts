/** What a page does before its wallet is ready, and what it does only when it is idle. @module */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { type AccountStore, indexedDbStore, memoryStore } from '../record/storage.js'

withIndexedDb()

let idle: (() => void)[]
let transactions: string[]
let databases = 0

beforeEach(() => {
  idle = []
  transactions = []
  const listened = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('document', { ...listened, visibilityState: 'visible' })
  vi.stubGlobal('requestIdleCallback', (fn: () => void) => idle.push(fn))
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    // The transaction that creates the database is not counted.
    if (String(args[1]) !== 'versionchange') transactions.push(args[1] ?? 'readonly')
    return transaction.apply(this, args)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Runs the callbacks that wait until the page is idle, until `isSo` no longer throws. */
async function beIdleUntil(isSo: () => unknown): Promise<void> {
  await vi.waitFor(() => {
    for (const fn of idle.splice(0)) fn()
    return isSo()
  }, 10_000)
}

const beIdle = (): Promise<void> => beIdleUntil(() => expect(transactions).toContain('readwrite'))

const database = (): AccountStore => indexedDbStore(`idle-${++databases}`)

test('a page without a record is ready after one read, and tests the storage and sweeps when it is idle', async () => {
  const stack = await createStack()
  const wallet = await opened(stack, { store: database() })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(transactions).toEqual(['readonly'])
  expect(wallet.getState()).toMatchObject({
    session: { status: 'none', reason: 'new' },
    storage: 'indexeddb',
  })
  await beIdle()
})

test('a stored session is ready after one read, stamps without another read, and is swept when the page is idle', async () => {
  const stack = await createStack()
  const store = database()
  const first = await signedIn(stack, { store })
  first.dispose()
  transactions = []
  idle = []
  const wallet = await opened(stack, { store })
  await wallet.signer?.stamp('payload')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(transactions).toEqual(['readonly'])
  expect(wallet.getState().session.status).toBe('active')
  await beIdle()
})

test('an expired session is erased when the page is idle, and other tabs learn why it ended', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await signedIn(stack, { store })
  first.dispose()
  await stack.emulator.clock.advance(16 * 60_000)
  const heard: unknown[] = []
  const channel = new BroadcastChannel(`embedded-wallet-auth:${stack.accountId}`)
  channel.onmessage = ({ data }) => heard.push(data)
  idle = []
  const wallet = await opened(stack, { store })
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
  expect(await store.read(stack.accountId)).toHaveProperty('session')
  await beIdleUntil(async () => {
    expect(await store.read(stack.accountId)).not.toHaveProperty('session')
  })
  expect(await store.read(stack.accountId)).toMatchObject({ ended: 'expired' })
  await expect.poll(() => heard).not.toEqual([])
  channel.close()
})

test('a page opens no channel before it is idle, and then sees what another tab did in the meantime', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await signedIn(stack, { store })
  const opened: string[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        opened.push(name)
      }
    },
  )
  const page = kept(stack.wallet({ store }))
  await page.ready
  expect(opened).toEqual([])
  await first.signOut()
  expect(page.getState().session.status).toBe('active')
  await beIdleUntil(() => expect(page.getState().session.status).toBe('none'))
  expect(opened.length).toBeGreaterThan(0)
})

test('an operation does not wait until the page is idle', async () => {
  const stack = await createStack()
  const wallet = await opened(stack, { store: database() })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  expect(wallet.getState()).toMatchObject({ session: { status: 'active' }, storage: 'indexeddb' })
})

test('a page that is closed before it is idle changes nothing in the record', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await signedIn(stack, { store })
  first.dispose()
  await stack.emulator.clock.advance(16 * 60_000)
  const before = await store.read(stack.accountId)
  idle = []
  const wallet = kept(stack.wallet({ store }))
  await wallet.ready
  wallet.dispose()
  for (const fn of idle.splice(0)) fn()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await store.read(stack.accountId)).toBe(before)
})

test('on a device whose clock is a day ahead, a page erases nothing that another tab has stored since', async () => {
  const stack = await createStack()
  const { clock } = stack.emulator
  // The page hears nothing from other tabs before it is idle.
  vi.stubGlobal('BroadcastChannel', undefined)
  const store = memoryStore()
  const page = { store, clock: { now: () => clock.now() + 86_400_000, after: clock.after } }
  await opened(stack, page)
  const waiting = idle.splice(0)
  await signedIn(stack, page)
  const updates = vi.spyOn(store, 'update')
  idle.push(...waiting)
  await expect
    .poll(() => {
      for (const fn of idle.splice(0)) fn()
      return updates.mock.calls.length
    })
    .toBeGreaterThan(1)
  expect((await opened(stack, page)).getState().session.status).toBe('active')
})
