import { createStore, type UseStore, update } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { type AccountStore, indexedDbStore } from './storage.js'

withIndexedDb()

let page = new EventTarget()
let databases = 0
let name = ''
let store: AccountStore

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  name = `suspended-${++databases}`
  store = indexedDbStore(name)
})
afterEach(() => vi.unstubAllGlobals())

/** The connection of another page. */
const otherPage = (): UseStore => createStore(name, 'accounts')

/** Whether a promise settles in the time in which a transaction of another page ends. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false
  const settle = (): void => {
    isSettled = true
  }
  promise.then(settle, settle)
  await update('unrelated', () => 1, otherPage())
  await update('unrelated', () => 2, otherPage())
  return !isSettled
}

const happens = (event: string): void => void page.dispatchEvent(new Event(event))

const suspensions = [
  ['the back/forward cache', 'pagehide', 'pageshow'],
  ['a frozen tab', 'freeze', 'resume'],
] as const

it.each(suspensions)(
  'a page that is suspended in the middle of an update has changed nothing, and repeats it afterwards: %s',
  async (_, suspend, resume) => {
    await store.update('a', () => 1)
    const seen: unknown[] = []
    const updating = store.update('a', (stored) => {
      seen.push(stored)
      if (seen.length === 1) happens(suspend)
      return [stored]
    })
    expect(await isPending(updating)).toBe(true)
    await update('a', () => 2, otherPage())
    happens(resume)
    await updating
    expect(seen).toEqual([1, 2])
    expect(await store.read('a')).toEqual([2])
  },
)

it.each(suspensions)(
  'a page that is suspended begins no transaction until it is running again: %s',
  async (_, suspend, resume) => {
    await store.update('a', () => 1)
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    happens(suspend)
    const reading = store.read('a')
    const before = begun.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve))
    expect(begun.mock.calls.length).toBe(before)
    begun.mockRestore()
    await update('a', () => 2, otherPage())
    happens(resume)
    expect(await reading).toBe(2)
  },
)

it('a database that opens only after the page was suspended is not used until the page is running again', async () => {
  const reading = store.read('a')
  // The read waits for the database, which opens now.
  await Promise.resolve()
  happens('pagehide')
  expect(await isPending(reading)).toBe(true)
  await update('a', () => 2, otherPage())
  happens('pageshow')
  expect(await reading).toBe(2)
})

it('a page that is left twice in the middle of one update makes the update once, when it is back', async () => {
  await store.update('a', () => 1)
  let times = 0
  const updating = store.update('a', (stored) => {
    times += 1
    if (times < 3) happens('pagehide')
    return Number(stored) + 1
  })
  for (const leavings of [1, 2]) {
    await expect.poll(() => times).toBe(leavings)
    happens('pageshow')
  }
  await updating
  expect([times, await store.read('a')]).toEqual([3, 2])
})

it('an update that was committed before the page was suspended is not made again', async () => {
  const commit = IDBTransaction.prototype.commit
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    commit.call(this)
    happens('pagehide')
  })
  const updater = vi.fn(() => 1)
  await store.update('a', updater)
  vi.restoreAllMocks()
  expect(updater).toHaveBeenCalledOnce()
  happens('pageshow')
  expect(await store.read('a')).toBe(1)
})

it('an update that fails by itself is not repeated when a suspended page is running again', async () => {
  const updater = vi.fn(() => () => 'not storable')
  await expect(store.update('a', updater)).rejects.toMatchObject({ name: 'DataCloneError' })
  happens('pagehide')
  happens('pageshow')
  expect(updater).toHaveBeenCalledOnce()
})

it('a page that is left and then frozen, as Chromium does, makes every update when it is back', async () => {
  await store.update('a', () => 1)
  happens('pagehide')
  const first = store.update('a', (stored) => [stored])
  await Promise.resolve()
  happens('freeze')
  const second = store.update('a', (stored) => [stored])
  happens('resume')
  happens('pageshow')
  await Promise.all([first, second])
  expect(await store.read('a')).toEqual([[1]])
})

it('transactions that have ended are not aborted, and not remembered', async () => {
  let times = 0
  const updating = store.update('a', () => {
    times += 1
    if (times === 1) happens('pagehide')
    return 1
  })
  await expect.poll(() => times).toBe(1)
  happens('pageshow')
  await updating
  await store.read('a')
  // The end of a read's transaction is reported after its result.
  await new Promise((resolve) => setTimeout(resolve, 10))
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort')
  happens('pagehide')
  expect(abort).not.toHaveBeenCalled()
  abort.mockRestore()
  happens('pageshow')
})
