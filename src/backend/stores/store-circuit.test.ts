import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeadlineExceeded } from '../deadline.js'
import { memoryStore } from '../index.js'
import { sharedState } from './shared-state.js'

const key = { owner: 'ada', name: 'a' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A store that answers, hangs, or fails. */
function fickleStore() {
  const store = memoryStore()
  const waiting: (() => void)[] = []
  const state = { is: 'up' as 'up' | 'hanging' | 'failing', asked: 0 }
  const get = async (asked: typeof key): Promise<string | undefined> => {
    state.asked += 1
    if (state.is === 'failing') throw new Error('refused')
    if (state.is === 'hanging') await new Promise<void>((resolve) => waiting.push(resolve))
    return store.get(asked)
  }
  const answerLate = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { state, answerLate, shared: sharedState({ ...store, get }).before }
}

/** Resolves with how long an access took, and how it ended. */
async function timed(work: Promise<unknown>): Promise<readonly [number, string]> {
  const began = Date.now()
  const ended = await work.then(
    () => 'done',
    ({ cause }) => (cause instanceof DeadlineExceeded ? 'late' : 'failed'),
  )
  return [Date.now() - began, ended]
}

const passing = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(ms)
  return work
}

describe('the circuit of a store', () => {
  it('only the first access waits for a store that does not answer; later ones fail at once', async () => {
    const { state, shared } = fickleStore()
    state.is = 'hanging'
    expect(await passing(3_000, timed(shared.get(key)))).toEqual([3_000, 'late'])
    for (let n = 0; n < 5; n += 1) expect(await timed(shared.get(key))).toEqual([0, 'late'])
    // The first access, and one probe.
    expect(state.asked).toBe(2)
  })

  it('a store that answers again is used again, without a call that waits', async () => {
    const { state, shared } = fickleStore()
    state.is = 'hanging'
    await passing(3_000, timed(shared.get(key)))
    state.is = 'up'
    expect(await timed(shared.get(key))).toEqual([0, 'late'])
    await vi.advanceTimersByTimeAsync(0)
    expect(await timed(shared.get(key))).toEqual([0, 'done'])
  })

  it('a late success ends the rest', async () => {
    const { state, answerLate, shared } = fickleStore()
    state.is = 'hanging'
    await passing(3_000, timed(shared.get(key)))
    state.is = 'up'
    answerLate()
    await vi.advanceTimersByTimeAsync(0)
    expect(await timed(shared.get(key))).toEqual([0, 'done'])
  })

  it('stays down under load for as long as its probes are late, and is asked once at a time', async () => {
    const { state, shared } = fickleStore()
    state.is = 'hanging'
    await passing(3_000, timed(shared.get(key)))
    for (let n = 0; n < 300; n += 1) {
      expect(await timed(shared.get(key))).toEqual([0, 'late'])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(state.asked).toBeLessThan(14)
  })

  it('an access that is late while others succeed does not mark the store as down', async () => {
    const { state, shared } = fickleStore()
    state.is = 'hanging'
    const slow = timed(shared.get(key))
    state.is = 'up'
    await shared.get(key)
    expect(await passing(3_000, slow)).toEqual([3_000, 'late'])
    expect(await timed(shared.get(key))).toEqual([0, 'done'])
  })

  it('an error of the store is passed on at once, and the next access asks again', async () => {
    const { state, shared } = fickleStore()
    state.is = 'failing'
    expect(await timed(shared.get(key))).toEqual([0, 'failed'])
    state.is = 'up'
    expect(await timed(shared.get(key))).toEqual([0, 'done'])
  })

  it('tells a take that nobody waits any more', async () => {
    let signal: AbortSignal | undefined
    const take = (_: unknown, given?: AbortSignal): Promise<never> => {
      signal = given
      return new Promise(() => {})
    }
    const { before } = sharedState({ ...memoryStore(), take })
    await passing(3_000, timed(before.take(key)))
    expect(signal?.aborted).toBe(true)
  })
})
