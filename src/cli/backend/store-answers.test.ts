import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStore } from '../../backend/index.js'
import { storeAnswers } from './store-answers.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a store that refuses writes takes no calls, until a second after it takes them again', async () => {
  let isReadOnly = false
  const reported: unknown[] = []
  const set = vi.fn(async () => {
    if (isReadOnly) throw new Error('READONLY')
  })
  const answers = storeAnswers({ ...memoryStore(), set }, (error) => reported.push(error))
  expect(await answers()).toBe(true)
  isReadOnly = true
  vi.advanceTimersByTime(1_000)
  expect(await answers()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(await answers()).toBe(false)
  expect(reported).toEqual([new Error('READONLY')])
  isReadOnly = false
  expect(await answers()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(await answers()).toBe(true)
})

it('a store that does not answer has one probe waiting, however many ask', async () => {
  let settle = (): void => {}
  const set = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        settle = resolve
      }),
  )
  const answers = storeAnswers({ ...memoryStore(), set }, () => {})
  const asked = [answers(), answers(), answers()]
  vi.advanceTimersByTime(60_000)
  asked.push(answers())
  expect(set).toHaveBeenCalledTimes(1)
  settle()
  expect(await Promise.all(asked)).toEqual([true, true, true, true])
})
