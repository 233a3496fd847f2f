import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from './clock.js'
import { systemClock, wallClock, whenIdle, withDeadline } from './clock.js'

const day = 86_400_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  })

  it('the system clock shows the time of the wall clock', () => {
    const clock = systemClock()
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1))
    vi.advanceTimersByTime(1_500)
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 1_500)
  })

  it('the system clock keeps running when the wall clock is set back', () => {
    const clock = systemClock()
    vi.advanceTimersByTime(10_000)
    vi.setSystemTime(Date.UTC(2025, 0, 1))
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 10_000)
  })

  it('the system clock includes time for which the monotonic clock was asleep', () => {
    const clock = systemClock()
    const slept = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(slept)
    vi.setSystemTime(Date.UTC(2026, 0, 1) + 60_000)
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 60_000)
  })

  it('a timer of the system clock fires once, after the given time and not before', () => {
    const fn = vi.fn()
    systemClock().after(1_000, fn)
    vi.advanceTimersByTime(999)
    expect(fn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    vi.advanceTimersByTime(10_000)
    expect(fn).toHaveBeenCalledOnce()
  })

  it('a cancelled timer of the system clock does not fire', () => {
    const fn = vi.fn()
    systemClock().after(1_000, fn)()
    vi.advanceTimersByTime(2_000)
    expect(fn).not.toHaveBeenCalled()
  })

  it('a timer of the system clock with a negative delay fires in the next task', () => {
    const fn = vi.fn()
    systemClock().after(-5, fn)
    expect(fn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(0)
    expect(fn).toHaveBeenCalledOnce()
  })

  it('the system clock waits longer than a browser timer can', () => {
    const fn = vi.fn()
    systemClock().after(60 * day, fn)
    vi.advanceTimersByTime(60 * day - 1)
    expect(fn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(fn).toHaveBeenCalledOnce()
  })

  it('a long wait of the system clock can be cancelled after some of its timers have fired', () => {
    const fn = vi.fn()
    const cancel = systemClock().after(60 * day, fn)
    vi.advanceTimersByTime(30 * day)
    cancel()
    vi.advanceTimersByTime(60 * day)
    expect(fn).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('a timer that somebody waits for keeps the process alive, and one for later does not', () => {
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  const { after, later } = systemClock()
  const cancels = [after(60_000, () => {}), later?.(60_000, () => {})]
  expect(timeout.mock.results.map(({ value }) => value.hasRef())).toEqual([true, false])
  for (const cancel of cancels) cancel?.()
})

it("a server's timer keeps the process alive until it fires or is cancelled", () => {
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  const cancel = wallClock.after(60_000, () => {})
  expect(timeout.mock.results[0]?.value.hasRef()).toBe(true)
  cancel()
})

describe('whenIdle', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('lets the first 200 ms of a page pass, and then waits until the page is idle', () => {
    const asked = vi.fn()
    const work = vi.fn()
    vi.stubGlobal('document', {})
    vi.stubGlobal('requestIdleCallback', asked)
    whenIdle(work)
    vi.advanceTimersByTime(199)
    expect(asked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(asked).toHaveBeenCalledExactlyOnceWith(work, { timeout: 2_000 })
    expect(work).not.toHaveBeenCalled()
  })

  it('runs after 200 ms in a browser that cannot tell when it is idle', () => {
    const work = vi.fn()
    vi.stubGlobal('document', {})
    whenIdle(work)
    vi.advanceTimersByTime(199)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledOnce()
  })

  it('runs at once where there is no page', () => {
    const work = vi.fn()
    whenIdle(work)
    expect(work).toHaveBeenCalledOnce()
  })
})

describe('withDeadline', () => {
  /** Time that is stepped by hand. */
  const manual = (): Clock & { readonly waiting: Set<() => void> } => {
    const waiting = new Set<() => void>()
    return {
      waiting,
      now: () => 0,
      after: (_, fn) => {
        waiting.add(fn)
        return () => waiting.delete(fn)
      },
    }
  }
  const limit = (signal?: AbortSignal) => ({ ms: 1_000, signal, late: () => new Error('late') })
  const never = (): Promise<never> => new Promise(() => {})

  it('withDeadline resolves with the result of the work, and releases the timer and the signal', async () => {
    const clock = manual()
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    expect(await withDeadline(clock, limit(signal), async () => 7)).toBe(7)
    expect(clock.waiting.size).toBe(0)
    expect(removed).toHaveBeenCalledOnce()
  })

  it('withDeadline rejects with the error of the work', async () => {
    const clock = manual()
    const work = async (): Promise<never> => Promise.reject(new Error('no'))
    await expect(withDeadline(clock, limit(), work)).rejects.toThrow('no')
    expect(clock.waiting.size).toBe(0)
  })

  it('withDeadline treats work that throws like work that rejects', async () => {
    const clock = manual()
    const work = (): never => {
      throw new Error('at once')
    }
    await expect(withDeadline(clock, limit(), work)).rejects.toThrow('at once')
    expect(clock.waiting.size).toBe(0)
  })

  it('withDeadline rejects when the time is up, and aborts the work', async () => {
    const clock = manual()
    let told: AbortSignal | undefined
    const waiting = withDeadline(clock, limit(), (signal) => {
      told = signal
      return never()
    })
    for (const fn of clock.waiting) fn()
    await expect(waiting).rejects.toThrow('late')
    expect(told?.reason).toEqual(new Error('late'))
  })

  it('withDeadline counts the time that the device is awake: a long sleep uses up at most a quarter of the deadline', async () => {
    const clock = manual()
    const fire = (): void => {
      for (const fn of [...clock.waiting]) {
        clock.waiting.delete(fn)
        fn()
      }
    }
    let ended = false
    const waiting = withDeadline(clock, { ...limit(), ms: 3_000 }, never).catch(() => {
      ended = true
    })
    for (const _ of [1, 2, 3]) {
      fire()
      await Promise.resolve()
      expect(ended).toBe(false)
    }
    fire()
    await waiting
    expect(ended).toBe(true)
  })

  it('withDeadline of 30 s ends after 30 s in a hidden tab, which slows long chains of timers', async () => {
    let now = 0
    let chain = 0
    const slowed: Clock = {
      now: () => now,
      after(ms, fn) {
        const length = chain + 1
        let isCancelled = false
        queueMicrotask(() => {
          if (isCancelled) return
          now = length < 5 ? now + ms : Math.ceil((now + ms) / 60_000) * 60_000
          chain = length
          fn()
        })
        return () => {
          isCancelled = true
        }
      },
    }
    await expect(withDeadline(slowed, { ...limit(), ms: 30_000 }, never)).rejects.toThrow('late')
    expect(now).toBe(30_000)
  })

  it('withDeadline rejects with the reason of the signal that aborts, and aborts the work', async () => {
    const clock = manual()
    const controller = new AbortController()
    let told: AbortSignal | undefined
    const waiting = withDeadline(clock, limit(controller.signal), (signal) => {
      told = signal
      return never()
    })
    controller.abort(new Error('stop'))
    await expect(waiting).rejects.toThrow('stop')
    expect(told?.aborted).toBe(true)
    expect(clock.waiting.size).toBe(0)
  })

  it('withDeadline does not start work when the signal has already aborted', async () => {
    const clock = manual()
    const work = vi.fn(never)
    await expect(withDeadline(clock, limit(AbortSignal.abort(new Error('gone'))), work)).rejects.toThrow(
      'gone',
    )
    expect(work).not.toHaveBeenCalled()
    expect(clock.waiting.size).toBe(0)
  })

  it('withDeadline drops a result that comes too late', async () => {
    const clock = manual()
    let give = (_: number): void => {}
    const waiting = withDeadline(
      clock,
      limit(),
      () =>
        new Promise<number>((resolve) => {
          give = resolve
        }),
    )
    for (const fn of clock.waiting) fn()
    give(7)
    await expect(waiting).rejects.toThrow('late')
  })

  it('withDeadline does not abort work that has finished', async () => {
    const controller = new AbortController()
    let told: AbortSignal | undefined
    await withDeadline(manual(), limit(controller.signal), async (signal) => {
      told = signal
    })
    controller.abort()
    expect(told?.aborted).toBe(false)
  })
})
