import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeadlineExceeded, withDeadline } from './deadline.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('withDeadline', () => {
  it('leaves what settles in time as it is, and no timer behind', async () => {
    await expect(withDeadline(100, async () => 'value')).resolves.toBe('value')
    const cause = new Error('no')
    await expect(withDeadline(100, () => Promise.reject(cause))).rejects.toBe(cause)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects when the time is up, and not before, and aborts with the same error', async () => {
    let signal: AbortSignal | undefined
    const settled = vi.fn()
    withDeadline(100, (given) => {
      signal = given
      return new Promise<never>(() => {})
    }).catch(settled)
    await vi.advanceTimersByTimeAsync(99)
    expect(signal?.aborted).toBe(false)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    const [error] = settled.mock.calls[0] ?? []
    expect(error).toBeInstanceOf(DeadlineExceeded)
    expect(error).toHaveProperty('name', 'DeadlineExceeded')
    expect(signal?.reason).toBe(error)
  })
})
