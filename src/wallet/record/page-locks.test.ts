import { afterEach, describe, expect, it, vi } from 'vitest'
import { steppedClock } from '../../emulator/index.js'
import { holdPageLock, isPageAlive } from './page-locks.js'

const never = (): Promise<never> => new Promise(() => {})
const browserWith = (locks: object): void => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { locks })
}

afterEach(() => vi.unstubAllGlobals())

describe('whether an pageId lives', () => {
  it('is told by its lock', async () => {
    const query = async (): Promise<object> => ({
      held: [{ name: 'embedded-wallet-auth:page:a' }],
      pending: [],
    })
    browserWith({ query })
    expect(await isPageAlive('a', steppedClock())).toBe(true)
    expect(await isPageAlive('b', steppedClock())).toBe(false)
  })

  it('is unknown where there are no locks, or asking for them fails', async () => {
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
    browserWith({ query: () => Promise.reject(new Error('no')) })
    expect(await isPageAlive('a', steppedClock())).toBeUndefined()
  })

  it('is unknown after a second where the browser does not answer', async () => {
    browserWith({ query: never })
    const clock = steppedClock()
    const asked = isPageAlive('a', clock)
    await clock.advance(1_000)
    expect(await asked).toBeUndefined()
  })
})

it('a lock that is never granted is waited for no longer than a second', async () => {
  browserWith({ request: never })
  const clock = steppedClock()
  const { shown, release } = holdPageLock('a', clock)
  await clock.advance(1_000)
  await shown
  release()
})
