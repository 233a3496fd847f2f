import { expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import { holding } from '../fixtures/records.js'
import { createServerTime } from '../time/server-time.js'
import { createJournal } from './journal.js'
import { readLazyParts } from './read-lazy-parts.js'
import { memoryStore } from './storage.js'

const accountId = 'InternalAccount:1'

/** A journal over a record that has a part of another version, and one that is damaged. */
async function journalOver(parts: object) {
  const store = memoryStore()
  await store.update(accountId, () => holding(parts))
  const clock = systemClock()
  return readLazyParts(
    createJournal({
      ...{ accountId, store, clock, time: createServerTime(clock) },
      announce: () => {},
      tierChanged: () => {},
    }),
  )
}

const damaged = { organizationId: 7, cooldowns: { call: 'soon' }, settled: ['Quote:1'] }

it('a commit is given the record without its damaged parts, and returns it from before and after', async () => {
  const journal = await journalOver(damaged)
  const made = await journal.commit((record) => ({ ...record, organizationId: 'organization' }), 'readBack')
  expect(made).toMatchObject({
    before: { settled: ['Quote:1'] },
    after: { organizationId: 'organization' },
    stored: { organizationId: 'organization', settled: ['Quote:1'] },
  })
  expect(made?.before).not.toHaveProperty('organizationId')
  expect(made?.after).not.toHaveProperty('cooldowns')
})

it('a commit that changes nothing returns nothing', async () => {
  const journal = await journalOver({})
  expect(await journal.commit(() => undefined)).toBeUndefined()
})
