/**
 * What a page shows and can do while the lazy half is missing: its chunk is slow or cannot be loaded, and the storage
 * may fail as well.
 * @module
 */
import { describe, expect, test, vi } from 'vitest'
import { nextTask } from '../clock.js'
import { counted, earlyPage, statusesOf, watched } from './fixtures/early-page.js'
import { breakable, storeWith } from './fixtures/failing-stores.js'
import { codeOf } from './fixtures/open-wallets.js'

const minutes = (n: number): number => n * 60_000
const quoteId = 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d45'
const unsettledSince = (ms: number) => [
  { quoteId, since: new Date(ms).toISOString(), idempotencyKey: 'key', unanswered: 1 },
]
const signedOut = { version: 1, revision: 9, ended: 'signed-out' }

describe('a stored session whose page lacks the lazy half', () => {
  test.each([
    ['a listener to events and a chunk that cannot be loaded', 'offline', { onEvent: () => {} }],
    ['a listener to events and a slow chunk', 'slow', { onEvent: () => {} }],
    ['a listener to transitions and a slow chunk', 'slow', { onTransition: () => {} }],
  ] as const)('a session is restored and can stamp with %s', async (_, state, listeners) => {
    const { record, accountId, open } = await earlyPage(state)
    const wallet = open(await storeWith(accountId, record), listeners)
    const ready = watched(wallet.ready)
    await expect.poll(() => ready.isSettled).toBe(true)
    expect(wallet.getState().session).toMatchObject({ status: 'active', id: record.session.id })
    expect(await wallet.signer?.stamp('payload')).toEqual(expect.any(String))
  })

  test('a worker restores the session of a custom store even if the chunk cannot be loaded', async () => {
    const { record, accountId, open } = await earlyPage('offline')
    vi.stubGlobal('document', undefined)
    const wallet = open(await storeWith(accountId, record))
    await wallet.ready
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a session that is over only by the clock of the device is restored without the chunk', async () => {
    const { record, accountId, clock, open } = await earlyPage('offline')
    await clock.advance(minutes(16))
    const wallet = open(await storeWith(accountId, { ...record, clockOffset: -minutes(60) }))
    await wallet.ready
    expect(wallet.getState().session.status).toBe('active')
    expect(await wallet.signer?.stamp('payload')).toEqual(expect.any(String))
  })

  test('an expired session is shown as expired while the chunk is slow', async () => {
    const { record, accountId, clock, open } = await earlyPage('slow')
    await clock.advance(minutes(16))
    const wallet = open(await storeWith(accountId, record))
    await expect.poll(() => wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
  })

  test('a session that expires while the chunk is slow ends on time, and its key is erased', async () => {
    const { record, accountId, clock, open } = await earlyPage('slow')
    const store = await storeWith(accountId, record)
    const wallet = open(store)
    await wallet.ready
    await clock.advance(minutes(15))
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
    await expect.poll(() => store.read(accountId)).not.toHaveProperty('session')
  })

  test('a payment in doubt is shown without the chunk', async () => {
    const { record, accountId, clock, open } = await earlyPage('offline')
    const wallet = open(await storeWith(accountId, { ...record, unsettled: unsettledSince(clock.now()) }))
    await wallet.ready
    expect(wallet.getState().unsettled).toMatchObject([{ quoteId }])
  })

  test('a record that was signed out shows no session without the chunk, and the tier of its storage', async () => {
    const { accountId, open } = await earlyPage('offline')
    const wallet = open(await storeWith(accountId, signedOut))
    await wallet.ready
    expect(wallet.getState()).toMatchObject({
      session: { status: 'none', reason: 'new' },
      storage: 'indexeddb',
    })
  })

  test('repeated stamps of an expired session leave the state as the first one has set it', async () => {
    const { record, accountId, clock, open } = await earlyPage('offline')
    // A device that slept: its timers did not run.
    const asleep = { now: clock.now, after: () => () => {} }
    const wallet = open(await storeWith(accountId, record), { clock: asleep })
    await wallet.ready
    const { signer } = wallet
    const stamped = (): Promise<string> => codeOf(signer?.stamp('payload') ?? Promise.resolve())
    await clock.advance(minutes(16))
    expect(await stamped()).toBe('SESSION_EXPIRED')
    const before = wallet.getState()
    expect(before.session).toEqual({ status: 'none', reason: 'expired' })
    const told = vi.fn()
    wallet.subscribe(told)
    expect(await stamped()).toBe('SESSION_EXPIRED')
    expect(told).not.toHaveBeenCalled()
    expect(wallet.getState()).toBe(before)
  })

  test.each(['pageshow', 'focus'])(
    'a page without the chunk learns of a sign-out in another tab on %s',
    async (event) => {
      const { record, accountId, page, open } = await earlyPage('offline')
      const store = await storeWith(accountId, record)
      const wallet = open(store)
      await wallet.ready
      await store.update(accountId, () => signedOut)
      page.dispatchEvent(new Event(event))
      await expect.poll(() => wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
      expect(wallet.signer).toBeUndefined()
    },
  )

  test('a page without the chunk has no signer after forgetAccounts, once it is shown again', async () => {
    const { record, accountId, page, open } = await earlyPage('offline')
    const store = await storeWith(accountId, record)
    const wallet = open(store)
    await wallet.ready
    const { forgetAccounts } = await import('./record/stored-accounts.js')
    await forgetAccounts({ store })
    page.dispatchEvent(new Event('focus'))
    await expect.poll(() => wallet.signer).toBeUndefined()
  })
})

describe('a storage that fails beside a missing lazy half', () => {
  test('ready settles if the storage hangs and the chunk cannot be loaded', async () => {
    const { record, accountId, open, passUntil } = await earlyPage('offline')
    const { store, breaks } = breakable(await storeWith(accountId, record))
    breaks('hanging', 'read')
    const wallet = open(store)
    const ready = watched(wallet.ready)
    await passUntil(() => ready.isSettled)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
  })

  test('ready settles if the wallet is disposed while the storage hangs', async () => {
    const { record, accountId, open, passUntil } = await earlyPage('there')
    const { store, breaks } = breakable(await storeWith(accountId, record))
    breaks('hanging', 'read')
    const wallet = open(store)
    const ready = watched(wallet.ready)
    wallet.dispose()
    await passUntil(() => ready.isSettled)
  })

  test.each(['gone', 'hanging'] as const)(
    'a restored session and its payments in doubt stay if the storage is %s when the chunk arrives',
    async (failure) => {
      const { record, accountId, clock, chunk, open, passUntil } = await earlyPage('slow')
      const unsettled = unsettledSince(clock.now())
      const { store, breaks } = breakable(await storeWith(accountId, { ...record, unsettled }))
      const wallet = open(store)
      await wallet.ready
      const seen = statusesOf(wallet)
      breaks(failure, 'read', 'update')
      void wallet.sessions.list().catch(() => {})
      chunk.arrive()
      await passUntil(() => wallet.getState().storage === 'memory')
      // The record is read again in memory.
      await nextTask()
      expect(seen).not.toContain('none')
      expect(wallet.getState()).toMatchObject({ session: { status: 'active' }, unsettled: [{ quoteId }] })
    },
  )
})

describe('what a wallet does by itself without the lazy half', () => {
  test('on a server, a wallet that is only created reads its store once, changes nothing and loads nothing', async () => {
    const { record, accountId, chunk, open } = await earlyPage('there')
    vi.stubGlobal('document', undefined)
    const own = await storeWith(accountId, { ...record, cooldowns: { 'POST /x': 1 } })
    const uses: string[] = []
    const used = <T>(use: string, result: T): T => {
      uses.push(use)
      return result
    }
    const wallet = open({
      ...own,
      read: (...given) => used('read', own.read(...given)),
      update: (...given) => used('update', own.update(...given)),
      accounts: () => used('accounts', own.accounts()),
    })
    await wallet.ready
    await nextTask()
    expect(uses).toEqual(['read'])
    expect(chunk.requests).toBe(0)
  })

  test('a chunk that the automatic refresh needs is requested again every 30 s, by a single timer', async () => {
    const { record, accountId, chunk, clock: own, open } = await earlyPage('offline')
    // A server loads the chunk as soon as the wallet is ready.
    vi.stubGlobal('document', undefined)
    const { clock, pending } = counted(own)
    const wallet = open(await storeWith(accountId, record), { clock, refreshAhead: 60 })
    const retries = (): number => pending().filter((ms) => ms === 30_000).length
    await expect.poll(retries).toBe(1)
    for (let retry = 2; retry < 5; retry += 1) {
      expect(await codeOf(wallet.sessions.list())).toBe('LOAD_FAILED')
      const before = chunk.requests
      await clock.advance(30_000)
      await expect.poll(() => chunk.requests).toBe(before + 1)
      await expect.poll(retries).toBe(1)
    }
  })

  test('a wallet that is disposed while the chunk loads leaves no timer once the chunk is there', async () => {
    const { record, accountId, chunk, clock: own, open } = await earlyPage('slow')
    const { clock, pending } = counted(own)
    const wallet = open(await storeWith(accountId, record), { clock, refreshAhead: 60 })
    await wallet.ready
    const listing = codeOf(wallet.sessions.list())
    expect(pending()).not.toEqual([])
    wallet.dispose()
    chunk.arrive()
    expect(await listing).toBe('DISPOSED')
    expect(pending()).toEqual([])
  })

  test('a wallet that is disposed after the chunk could not be loaded leaves no timer', async () => {
    const { record, accountId, clock: own, open } = await earlyPage('offline')
    const { clock, pending } = counted(own)
    const wallet = open(await storeWith(accountId, record), { clock })
    await wallet.ready
    expect(await codeOf(wallet.sessions.list())).toBe('LOAD_FAILED')
    expect(pending()).not.toEqual([])
    wallet.dispose()
    expect(pending()).toEqual([])
  })

  test('a wallet that is disposed before its first read has ended leaves no timer', async () => {
    const { record, accountId, clock: own, open } = await earlyPage('there')
    const { clock, pending } = counted(own)
    const wallet = open(await storeWith(accountId, record), { clock })
    wallet.dispose()
    await wallet.ready
    expect(pending()).toEqual([])
  })
})
