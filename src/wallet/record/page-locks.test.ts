import { afterEach, describe, expect, it, vi } from 'vitest'
import { steppedClock } from '../../../emulator/src/index.js'
import { holdPageLock, isPageAlive } from './page-locks.js'

const never = (): Promise<never> => new Promise(() => {})
const browserWith = (locks: object): void => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { locks })
}

afterEach(() => vi.unstubAllGlobals())

describe('whether a page is alive', () => {
  it('a page counts as open while it has or requests its lock', async () => {
    const query = async (): Promise<object> => ({
      held: [{ name: 'another lock' }, { name: 'embedded-wallet-auth:page:a' }],
      pending: [{ name: 'embedded-wallet-auth:page:waiting' }],
    })
    browserWith({ query })
    expect(await isPageAlive('a', steppedClock())).toBe(true)
    expect(await isPageAlive('waiting', steppedClock())).toBe(true)
    expect(await isPageAlive('b', steppedClock())).toBe(false)
  })

  it('a page without a lock counts as closed even if the browser does not list requested locks', async () => {
    browserWith({ query: async () => ({ held: [{ name: 'embedded-wallet-auth:page:a' }] }) })
    expect(await isPageAlive('b', steppedClock())).toBe(false)
  })

  it('it is unknown whether a page is open if the browser lists no locks', async () => {
    browserWith({ query: async () => ({}) })
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
  })

  it('it is unknown whether a page is open if there is no lock manager, or if its query fails', async () => {
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
    browserWith({ query: () => Promise.reject(new Error('no')) })
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
  })

  it('it is unknown whether a page is open if the browser does not answer within a second', async () => {
    browserWith({ query: never })
    const clock = steppedClock()
    const asked = isPageAlive('a', clock)
    await clock.advance(1_000)
    expect(await asked).toBeUndefined()
  })
})

it.each([
  ['without a document', undefined, { locks: {} }],
  ['where the browser has none', {}, {}],
  ['where there is no browser', {}, undefined],
])('continues without a lock %s', async (_, document, navigator) => {
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', navigator)
  const { shown, release } = holdPageLock('a', steppedClock())
  await expect(shown).resolves.toBeUndefined()
  expect(release).not.toThrow()
})

it('waits at most a second for a lock that is never granted', async () => {
  browserWith({ request: never })
  const clock = steppedClock()
  const { shown, release } = holdPageLock('a', clock)
  await clock.advance(1_000)
  await shown
  release()
})

it('releases the lock of a page in the back/forward cache, and requests it again when the user returns', async () => {
  const held = new Set<symbol>()
  const asked: unknown[] = []
  const request = async (name: string, how: object, granted: () => Promise<void>): Promise<void> => {
    asked.push(name, how)
    const lock = Symbol('lock')
    held.add(lock)
    await granted()
    held.delete(lock)
  }
  const page = new EventTarget()
  browserWith({ request })
  // Only those of the lock: a connection to the storage that an earlier test has left may be opened again meanwhile.
  const heard = new Set<EventListener>()
  let isLock = true
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener) => {
    if (isLock) heard.add(listener)
    page.addEventListener(name, listener)
  })
  vi.stubGlobal('removeEventListener', (name: string, listener: EventListener) => {
    heard.delete(listener)
    page.removeEventListener(name, listener)
  })
  const fire = async (name: string, persisted: boolean): Promise<number> => {
    page.dispatchEvent(Object.assign(new Event(name), { persisted }))
    await new Promise((resolve) => setImmediate(resolve))
    return held.size
  }
  const lock = holdPageLock('a', steppedClock())
  isLock = false
  expect(heard.size).toBeGreaterThan(0)
  await lock.shown
  expect(held.size).toBe(1)
  // Shared: two wallets of a page do not wait for each other.
  expect(asked).toEqual(['embedded-wallet-auth:page:a', { mode: 'shared' }])
  expect(await fire('pageshow', false)).toBe(1)
  expect(await fire('pagehide', true)).toBe(0)
  expect(await fire('pageshow', true)).toBe(1)
  lock.release()
  expect(await fire('pageshow', true)).toBe(0)
  expect(heard.size).toBe(0)
})
