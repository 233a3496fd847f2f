import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
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

  it('a store that does not answer counts as down however many accesses there are, and gets one probe at a time', async () => {
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

/** A store whose accesses wait until they are ended by hand, and the number of times it was told to reconnect. */
function reconnectingStore() {
  const accesses: ((error: Error) => void)[] = []
  const told = { times: 0 }
  const store = sharedState({
    ...memoryStore(),
    get: () => new Promise((_, reject) => accesses.push(reject)),
    reconnect: () => {
      told.times += 1
    },
  }).before
  return { store, accesses, told }
}

const readOnly = new Error("READONLY You can't write against a read only replica.")

describe('the connection of a store', () => {
  it.each([
    readOnly,
    new Error('LOADING Redis is loading the dataset in memory'),
    new Error("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'."),
    new Error('CLUSTERDOWN The cluster is down'),
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
    Object.assign(new Error('the database system is shutting down'), { code: '57P03' }),
    new Error(
      "ERR Error running script (call to f_6b1b): @user_script:4: @user_script: 4: -READONLY You can't write against a read only replica.",
    ),
    new Error('Failed query: insert into wallet_store', {
      cause: Object.assign(new Error('cannot execute INSERT'), { code: '25006' }),
    }),
  ])('is made again after the answer of a server that is the wrong one: $message', async (error) => {
    const { store, accesses, told } = reconnectingStore()
    const read = timed(store.get(key))
    accesses[0]?.(error)
    expect((await read)[1]).toBe('failed')
    expect(told.times).toBe(1)
  })

  it('is kept after any other failure, such as a store without memory', async () => {
    const { store, accesses, told } = reconnectingStore()
    const read = timed(store.get(key))
    accesses[0]?.(new Error("OOM command not allowed when used memory > 'maxmemory'."))
    await read
    expect(told.times).toBe(0)
  })

  it('a platform that cannot make it again neither hides the error of the store nor ends the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): unknown => unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    for (const reconnect of [
      async () => Promise.reject(new Error('still down')),
      () => {
        throw new Error('The client is closed')
      },
    ]) {
      const store = sharedState({ ...memoryStore(), get: () => Promise.reject(readOnly), reconnect }).before
      await expect(store.get(key)).rejects.toMatchObject({ cause: readOnly })
    }
    vi.useRealTimers()
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  it('is made again once for all accesses that began on it', async () => {
    const { store, accesses, told } = reconnectingStore()
    const reads = [timed(store.get(key)), timed(store.get(key)), timed(store.get(key))]
    for (const fail of accesses) fail(readOnly)
    await Promise.all(reads)
    expect(told.times).toBe(1)
    const next = timed(store.get(key))
    accesses[3]?.(readOnly)
    await next
    expect(told.times).toBe(2)
  })

  it('is kept after an access that was late while another succeeded', async () => {
    const { store, told } = reconnectingStore()
    const late = timed(store.get(key))
    await store.set(key, 'x', 1_000)
    expect(await passing(3_000, late)).toEqual([3_000, 'late'])
    expect(told.times).toBe(0)
  })

  it('is made again after an access that was late', async () => {
    const { store, told } = reconnectingStore()
    expect(await passing(3_000, timed(store.get(key)))).toEqual([3_000, 'late'])
    expect(told.times).toBe(1)
  })

  it('takes the accesses that wait with it, and the one made again is used at once', async () => {
    let isNew = false
    const { before } = sharedState({
      ...memoryStore(),
      get: () => (isNew ? Promise.resolve('new') : new Promise(() => {})),
      reconnect: () => {
        isNew = true
      },
    })
    const first = timed(before.get(key))
    await passing(2_900, Promise.resolve())
    const second = timed(before.get(key))
    expect(await passing(100, first)).toEqual([3_000, 'late'])
    expect(await second).toEqual([100, 'late'])
    expect(await timed(before.get(key))).toEqual([0, 'done'])
  })

  it('leaves the accesses that may wait longer than the late one, because the store may only be slow', async () => {
    const waiting: (() => void)[] = []
    const slow = { ...memoryStore(), reconnect: () => {} }
    const { before, afterwards } = sharedState({
      ...slow,
      get: (asked) =>
        asked.name === 'probe' ? slow.get(asked) : new Promise((done) => waiting.push(() => done('x'))),
    })
    const patient = timed(before.get(key))
    expect(await passing(1_000, timed(afterwards.get(key)))).toEqual([1_000, 'late'])
    waiting[0]?.()
    expect(await patient).toEqual([1_000, 'done'])
  })
})
