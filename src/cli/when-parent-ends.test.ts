import { afterEach, expect, it, vi } from 'vitest'
import { whenParentEnds } from './when-parent-ends.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('a process with another parent than at its start is told once that the first one has ended', () => {
  vi.useFakeTimers()
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(10)
  const end = vi.fn()
  whenParentEnds(end)
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
  parent.mockReturnValue(1)
  vi.advanceTimersByTime(60_000)
  expect(end).toHaveBeenCalledOnce()
})
