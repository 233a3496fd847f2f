import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DeadlineExceeded } from './deadline.js'
import { askPlatform } from './platform.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('functions of the platform', () => {
  it.each<[string, () => unknown]>([
    ['at once', () => 'ada'],
    ['later', async () => 'ada'],
  ])('a function of the platform may return %s', async (_, ask) => {
    expect(await askPlatform('authorize', v.string(), ask)).toBe('ada')
  })

  it('a function of the platform that fails causes a 500, with its error as the cause', async () => {
    const cause = new Error('down')
    for (const ask of [
      () => Promise.reject(cause),
      () => {
        throw cause
      },
    ]) {
      await expect(askPlatform('authorize', v.string(), ask)).rejects.toMatchObject({
        code: 'INTERNAL_ERROR',
        cause,
      })
    }
  })

  it('a function of the platform whose own question is late causes a 503, with its error as the cause', async () => {
    const cause = new DOMException('late', 'TimeoutError')
    await expect(askPlatform('authorize', v.string(), () => Promise.reject(cause))).rejects.toMatchObject({
      code: 'PLATFORM_TIMEOUT',
      cause,
    })
  })

  it('a 500 names the function of the platform that returned the wrong type, but not the value', async () => {
    const error = await askPlatform('loginSession', v.number(), () => 'hunter2').catch((error) => error)
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', cause: expect.any(TypeError) })
    expect(String(error.cause)).toContain('loginSession')
    expect(String(error.cause)).not.toContain('hunter2')
  })

  it('a function of the platform that returns null returned the wrong type', async () => {
    const error = await askPlatform('authorize', v.string(), () => null).catch((error) => error)
    expect(String(error.cause)).toBe('TypeError: authorize returned a value of the wrong type.')
  })

  it('a function of the platform has a deadline of ten seconds', async () => {
    vi.useFakeTimers()
    const settled = vi.fn()
    askPlatform('authorize', v.string(), () => new Promise(() => {})).catch(settled)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled.mock.calls[0]?.[0]).toMatchObject({
      code: 'PLATFORM_TIMEOUT',
      status: 503,
      cause: expect.any(DeadlineExceeded),
    })
  })
})
