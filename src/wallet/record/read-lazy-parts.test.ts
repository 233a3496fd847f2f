import { describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { createServerTime } from '../time/server-time.js'
import { createJournal } from './journal.js'
import { readLazyParts, readWholeRecord } from './read-lazy-parts.js'
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

it('a value is parsed without its damaged parts, and is undefined if it is not a record', async () => {
  const journal = await journalOver({})
  expect(journal.parse(holding(damaged as object))).toEqual(holding({ settled: ['Quote:1'] }))
  expect(journal.parse('text')).toBeUndefined()
})

it('a commit that changes nothing returns nothing', async () => {
  const journal = await journalOver({})
  expect(await journal.commit(() => undefined)).toBeUndefined()
})

describe('a stored record', () => {
  const read = (parts: object) => readWholeRecord(holding(parts))

  it('is read whole, and is undefined if it is not a record of this version', async () => {
    const { session, awaiting, refresh } = await recordParts()
    const whole = holding({
      session,
      pending: awaiting,
      refresh,
      cooldowns: { call: 5 },
      organizationId: 'org',
    })
    expect(readWholeRecord(whole)).toEqual(whole)
    for (const other of [undefined, null, 'text', { ...whole, version: 2 }])
      expect(readWholeRecord(other)).toBeUndefined()
  })

  it('keeps the sessions to revoke that are whole, and drops the others', () => {
    const expiresAt = at(900)
    const good = [
      { id: 'Session:1', expiresAt },
      { id: 'Session:2', expiresAt, tries: 1, after: now },
    ]
    const bad = [
      null,
      'Session:3',
      { expiresAt },
      { id: 3, expiresAt },
      { id: 'Session:3' },
      { id: 'Session:3', expiresAt: 'soon' },
      { id: 'Session:3', expiresAt, tries: 'one' },
      { id: 'Session:3', expiresAt, tries: 1, after: 'later' },
    ]
    expect(read({ superseded: good })?.superseded).toEqual(good)
    for (const entry of bad)
      expect(read({ superseded: [entry, ...good] })?.superseded ?? []).not.toContain(entry)
    expect(read({ superseded: bad })).not.toHaveProperty('superseded')
  })

  it('has an attempt only if each of its parts is whole', async () => {
    const { sent } = await recordParts()
    const confirmation = { payloadToSign: 'p', requestId: 'r', body: 'b', expiresAt: at(60) }
    const parts = { otpBundle: 'bundle', sentAt: now, authenticatedAt: at(0), resendAt: at(5), confirmation }
    expect(read({ pending: { ...sent, ...parts } })?.pending).toEqual({ ...sent, ...parts })
    const broken: readonly object[] = [
      { otpBundle: 7 },
      { sentAt: 'now' },
      { authenticatedAt: 'now' },
      { resendAt: 7 },
      { since: 'now' },
      { proof: 'word' },
      { confirmation: 'yes' },
      { confirmation: null },
      { confirmation: { ...confirmation, payloadToSign: 1 } },
      { confirmation: { ...confirmation, requestId: undefined } },
      { confirmation: { ...confirmation, body: {} } },
      { confirmation: { ...confirmation, expiresAt: 'soon' } },
    ]
    for (const part of broken)
      expect([part, read({ pending: { ...sent, ...part } })?.pending]).toEqual([part, undefined])
  })
})
