import { afterEach, describe, expect, it, vi } from 'vitest'
import { steppedClock } from '../../emulator/index.js'
import { holdPageLock, isPageAlive } from './page-locks.js'

const never = (): Promise<never> => new Promise(() => {})
const browserWith = (locks: object): void => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { locks })
}

afterEach(() => vi.unstubAllGlobals())

describe('whether a page is alive', () => {
  it('tells by its lock whether a page is alive', async () => {
    const query = async (): Promise<object> => ({
      held: [{ name: 'embedded-wallet-auth:page:a' }],
      pending: [],
    })
    browserWith({ query })
    expect(await isPageAlive('a', steppedClock())).toBe(true)
    expect(await isPageAlive('b', steppedClock())).toBe(false)
  })

  it('does not know whether a page is alive where there are no locks, or asking for them fails', async () => {
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
    browserWith({ query: () => Promise.reject(new Error('no')) })
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
  })

  // shows: locks-decide-nothing
  it('does not know whether a page is alive after a second without an answer of the browser', async () => {
    browserWith({ query: never })
    const clock = steppedClock()
    const asked = isPageAlive('a', clock)
    await clock.advance(1_000)
    expect(await asked).toBeUndefined()
  })
})

it('waits for a lock that is never granted no longer than a second', async () => {
  browserWith({ request: never })
  const clock = steppedClock()
  const { shown, release } = holdPageLock('a', clock)
  await clock.advance(1_000)
  await shown
  release()
})
