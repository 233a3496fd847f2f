import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { postgresStore } from '../index.js'

const key = { owner: 'ada', name: 'a' }
const failing = (code: string): Error => Object.assign(new Error('failed'), { code })

/** A store whose first statements fail with these codes, and the number of statements that it was sent. */
function storeThatFails(...codes: readonly string[]) {
  const left = [...codes]
  const sent = { times: 0 }
  const store = postgresStore(async () => {
    sent.times += 1
    const code = left.shift()
    if (code !== undefined) throw failing(code)
    return { rows: [{ value: 'x' }] }
  })
  return { store, sent }
}

it('a statement that had no effect, because it could not be serialized or was in a deadlock, is run again', async () => {
  const { store, sent } = storeThatFails('40001', '40P01')
  expect(await store.take(key)).toBe('x')
  expect(sent.times).toBe(3)
})

it('a statement is run again also if a query builder has put an error of its own around it', async () => {
  const answers = [new Error('Failed query: …', { cause: failing('40001') }), undefined]
  const store = postgresStore(async () => {
    const error = answers.shift()
    if (error) throw error
    return { rows: [{ value: 'x' }] }
  })
  expect(await store.take(key)).toBe('x')
})

it.each([
  ['a pool', { query: async () => ({ rows: [] }) }],
  ['an address', 'postgres://127.0.0.1'],
])('%s is refused with words at once', (_, given) => {
  expect(() => postgresStore(given as never)).toThrow(/^postgresStore needs a function that runs a statement/)
})

it.each([
  ['a list of rows', async () => [{ value: 'x' }]],
  ['a part of a statement', () => ({ strings: [''], args: [] })],
  ['nothing', async () => undefined],
])('a function of another driver that gives %s is refused at each access', async (_, given) => {
  const store = postgresStore(given as never)
  for (const access of [store.set(key, 'x', 1_000), store.take(key), store.get(key), store.next(key, 1_000)])
    await expect(access).rejects.toThrow(/^postgresStore needs a function that runs a statement/)
})

it('a listener that fails does not end the process', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const unhandled: unknown[] = []
  const note = (reason: unknown): unknown => unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const query = async (text: string) => {
    if (text.startsWith('DELETE')) throw new Error('permission denied')
    return { rows: [] }
  }
  const onErrors = [
    () => {
      throw new Error('no log')
    },
    async () => Promise.reject(new Error('no log')),
  ]
  for (const onError of onErrors) {
    const store = postgresStore(query, { onError })
    vi.setSystemTime(Date.now() + 60_001)
    await store.set(key, 'x', 1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(unhandled).toEqual([])
})

it('a statement that never has an effect is given up in the end', async () => {
  const { store, sent } = storeThatFails(...Array.from({ length: 20 }, () => '40001'))
  await expect(store.take(key)).rejects.toMatchObject({ code: '40001' })
  expect(sent.times).toBe(8)
})

it('a statement that may have had an effect is not run again', async () => {
  const { store, sent } = storeThatFails('57P01')
  await expect(store.take(key)).rejects.toMatchObject({ code: '57P01' })
  expect(sent.times).toBe(1)
})

afterEach(() => {
  vi.useRealTimers()
})

it('a sweep that fails is tried again after ten seconds, and its reason is reported once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const reported: string[] = []
  const sweeps: number[] = []
  let reason: string | undefined = 'permission denied'
  const query = async (text: string) => {
    if (!text.startsWith('DELETE') || text.includes('RETURNING value')) return { rows: [] }
    sweeps.push(Date.now())
    if (reason !== undefined) throw new Error(reason)
    return { rows: [] }
  }
  const store = postgresStore(query, { onError: (error) => reported.push(String(error)) })
  const writeAt = async (time: number): Promise<void> => {
    vi.setSystemTime(time)
    await store.set(key, 'x', 1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const time of [60_000, 69_999, 70_000]) await writeAt(time)
  expect([sweeps, reported]).toEqual([[60_000, 70_000], ['Error: permission denied']])
  reason = undefined
  for (const time of [80_000, 139_999]) await writeAt(time)
  reason = 'permission denied'
  await writeAt(140_000)
  expect(sweeps).toEqual([60_000, 70_000, 80_000, 140_000])
  expect(reported).toHaveLength(2)
})

it('a sweep that deletes as many rows as it may goes on at the next access, and not only after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const deleted = [1_000, 999, 0]
  const sweeps: number[] = []
  const store = postgresStore(async (text) => {
    if (!text.includes('SKIP LOCKED')) return { rows: [] }
    sweeps.push(Date.now())
    return { rows: Array.from({ length: deleted.shift() ?? 0 }, () => ({ one: 1 })) }
  })
  for (const time of [60_000, 60_001, 60_002, 120_000, 120_001]) {
    vi.setSystemTime(time)
    await store.set(key, 'x', 1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(sweeps).toEqual([60_000, 60_001, 120_001])
})
