import { expect, it, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import { createObserver, type WalletEvent } from '../machine/events.js'
import { createServerTime } from '../time/server-time.js'
import { createJournal } from './journal.js'
import { observe } from './observed-journal.js'
import { memoryStore } from './storage.js'

function observed() {
  const clock = systemClock()
  const events: WalletEvent[] = []
  const { timed } = createObserver(
    (event) => events.push(event),
    () => 0,
  )
  const journal = createJournal({
    ...{ accountId: 'InternalAccount:1', store: memoryStore(), clock, time: createServerTime(clock) },
    announce: () => {},
    tierChanged: () => {},
  })
  return { events, journal: observe(timed, journal), inner: journal }
}

it('a commit is reported with the names of the fields that it added, changed or removed', async () => {
  const { events, journal } = observed()
  await journal.commit((record) => ({ ...record, organizationId: 'one', settled: ['Quote:1'] }))
  await journal.commit((record) => ({ ...record, organizationId: 'two' }))
  await journal.commit(({ organizationId: _, ...record }) => record)
  expect(events).toEqual([
    { type: 'commit', changed: ['organizationId', 'settled'], ms: 0, at: 0 },
    { type: 'commit', changed: ['organizationId'], ms: 0, at: 0 },
    { type: 'commit', changed: ['organizationId'], ms: 0, at: 0 },
  ])
})

it('a commit that changes nothing is reported without fields', async () => {
  const { events, journal } = observed()
  await journal.commit(() => undefined)
  expect(events).toEqual([{ type: 'commit', changed: [], ms: 0, at: 0 }])
})

it('a commit gets what it was given, and returns what the journal returns', async () => {
  const { journal, inner } = observed()
  const change = vi.fn(() => undefined)
  expect(await journal.commit(change, 'readBack')).toBeUndefined()
  expect(change).toHaveBeenCalledOnce()
  const made = await journal.commit((record) => ({ ...record, organizationId: 'one' }), 'readBack')
  expect(made?.stored).toMatchObject({ organizationId: 'one' })
  expect(journal.known()).toBe(inner.known())
})
