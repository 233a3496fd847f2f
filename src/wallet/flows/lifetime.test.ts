import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import type { MachineEvent } from '../machine/machine.js'
import { createJournal } from '../record/journal.js'
import type { StoredSession } from '../record/record.js'
import { memoryStore } from '../record/storage.js'
import { createServerTime } from '../time/server-time.js'
import type { CoreContext } from './context.js'
import { createLifetime } from './lifetime.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** A lifetime whose session ends in a minute. */
function scene() {
  const clock = systemClock()
  const time = createServerTime(clock)
  const life = new AbortController()
  const told: MachineEvent[] = []
  const store = memoryStore()
  const journal = createJournal({
    ...{ accountId: 'ada', store, clock, time },
    announce: () => {},
    tierChanged: () => {},
  })
  const shown: { session?: StoredSession } = {
    session: { id: 'Session:1', expiresAt: new Date(Date.now() + 60_000).toISOString() } as StoredSession,
  }
  const context = {
    ...{ accountId: 'ada', journal, time, clock, sandbox: {}, disposed: life.signal },
    session: () => shown.session,
  } as unknown as CoreContext
  return { ...createLifetime(context, (event) => void told.push(event)), life, told, shown }
}

const expired = { event: 'ended', sessionId: 'Session:1', reason: 'expired' }

test('a session ends when it expires, and not before', async () => {
  const { check, told } = scene()
  check()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual([expired])
})

test('nothing ends while there is no session', async () => {
  const { check, told, shown } = scene()
  delete shown.session
  check()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(told).toEqual([])
})

test('nothing ends after the wallet is disposed of, or after the timer is stopped', async () => {
  const [disposed, stopped] = [scene(), scene()]
  disposed.check()
  disposed.life.abort()
  stopped.check()
  stopped.stop()
  await vi.advanceTimersByTimeAsync(61_000)
  expect([...disposed.told, ...stopped.told]).toEqual([])
})

test('a check stops the timer of the check before it', async () => {
  const { check, told } = scene()
  check()
  check()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(told).toEqual([expired])
})
