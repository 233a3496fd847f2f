import { describe, expect, it, vi } from 'vitest'
import type { AuthMethod } from '../../wire/credentials.js'
import { createWaiters } from './waiters.js'

const nothing = (): void => {}
const credential: AuthMethod = {
  id: 'AuthMethod:1',
  accountId: 'InternalAccount:1',
  type: 'PASSKEY',
  nickname: 'Phone',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

describe('a waiting call', () => {
  it('settles a waiting call with what its attempt came to', async () => {
    const waiters = createWaiters()
    const waiting = waiters.wait(1, undefined, nothing)
    waiters.resolve(1, credential)
    expect(await waiting).toBe(credential)
  })

  it('rejects a waiting call with the reason why its attempt failed', async () => {
    const waiters = createWaiters()
    const waiting = waiters.wait(1, undefined, nothing)
    waiters.reject(1, new Error('no'))
    await expect(waiting).rejects.toThrow('no')
  })

  it('does not settle a waiting call by another attempt', async () => {
    const waiters = createWaiters()
    const settled = vi.fn()
    const waiting = waiters.wait(1, undefined, nothing).then(settled)
    waiters.resolve(2)
    waiters.reject(2, new Error('no'))
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    waiters.resolve(1)
    await waiting
  })

  it('settles all waiting calls of an attempt together', async () => {
    const waiters = createWaiters()
    const both = Promise.all([waiters.wait(1, undefined, nothing), waiters.wait(1, undefined, nothing)])
    waiters.resolve(1)
    expect(await both).toEqual([undefined, undefined])
  })

  it('lets a call wait for the next settlement, not for one in the past', async () => {
    const waiters = createWaiters()
    waiters.reject(1, new Error('past'))
    const waiting = waiters.wait(1, undefined, nothing)
    waiters.resolve(1)
    expect(await waiting).toBeUndefined()
  })

  it('rejects everything that waits at once', async () => {
    const waiters = createWaiters()
    const all = Promise.allSettled([waiters.wait(1, undefined, nothing), waiters.wait(2, undefined, nothing)])
    waiters.rejectAll(new Error('disposed'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('the signal of a waiting call', () => {
  it('reports the abort of a waiting call', async () => {
    const waiters = createWaiters()
    const { signal, abort } = controlled()
    const aborted = vi.fn()
    const waiting = waiters.wait(1, signal, aborted)
    abort()
    expect(aborted).toHaveBeenCalledOnce()
    waiters.resolve(1)
    await waiting
  })

  it.each(['resolved', 'rejected'] as const)(
    'drops the listener of a signal once its call is %s',
    async (end) => {
      const waiters = createWaiters()
      const { signal, abort } = controlled()
      const aborted = vi.fn()
      const waiting = waiters.wait(1, signal, aborted)
      if (end === 'resolved') waiters.resolve(1)
      else waiters.reject(1, new Error('no'))
      await waiting.catch(nothing)
      abort()
      expect(aborted).not.toHaveBeenCalled()
    },
  )
})

function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
