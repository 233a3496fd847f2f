import { describe, expect, it } from 'vitest'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import type { Superseded } from './record.js'
import { addSuperseded, countTry, dropSuperseded, dueIn, nextTry } from './superseded-commits.js'

const { session, delivered, refresh, answer } = await recordParts()
const minute = 60_000
const hour = 60 * minute
const old: Superseded = { id: 'Session:8', expiresAt: at(900) }
const older: Superseded = { id: 'Session:9', expiresAt: at(600) }

describe('when a session may be tried next', () => {
  it('is its time, if that is at most an hour ahead', () => {
    expect(nextTry(old, now)).toBe(0)
    expect(nextTry({ ...old, after: now + hour }, now)).toBe(now + hour)
    expect(nextTry({ ...old, after: now + hour + 1 }, now)).toBe(0)
  })
})

describe('countTry', () => {
  it('counts a try of the sessions that are due, and lets other tabs wait twice as long each time', () => {
    const record = holding({ session, superseded: [old, older] })
    const once = countTry([old], now)(record) ?? expect.fail('no change')
    expect(once).toEqual({ ...record, superseded: [{ ...old, tries: 1, after: now + minute }, older] })
    const twice = countTry([{ ...old }], now)(holding(once))
    expect(twice?.superseded?.[0]).toEqual({ ...old, tries: 2, after: now + 2 * minute })
  })

  it('lets nobody wait longer than an hour', () => {
    const record = holding({ session, superseded: [{ ...old, tries: 20 }] })
    expect(countTry([old], now)(record)?.superseded).toEqual([{ ...old, tries: 21, after: now + hour }])
  })

  it('changes nothing without a session, or if none of the sessions is left', () => {
    expect(countTry([old], now)(holding({ superseded: [old] }))).toBeUndefined()
    expect(countTry([old], now)(holding({ session, superseded: [older] }))).toBeUndefined()
    expect(countTry([], now)(holding({ session, superseded: [old] }))).toBeUndefined()
    expect(countTry([old], now)(holding({ session }))).toBeUndefined()
  })
})

describe('dropSuperseded', () => {
  it('removes the sessions that were revoked, and the list with the last of them', () => {
    const record = holding({ session, superseded: [old, older] })
    expect(dropSuperseded(['Session:9'])(record)).toEqual(holding({ session, superseded: [old] }))
    expect(dropSuperseded(['Session:9', 'Session:8'])(record)).toEqual(holding({ session }))
  })

  it('changes nothing if none of them is in the list', () => {
    expect(dropSuperseded(['Session:7'])(holding({ superseded: [old] }))).toBeUndefined()
    expect(dropSuperseded(['Session:7'])(holding({}))).toBeUndefined()
  })
})

describe('addSuperseded', () => {
  it('adds the id and the expiry of a session that came too late', () => {
    expect(addSuperseded({ ...old, tries: 3 })(holding({}))).toEqual(holding({ superseded: [old] }))
    expect(addSuperseded(old)(holding({ session, superseded: [older] }))).toEqual(
      holding({ session, superseded: [older, old] }),
    )
  })

  it('adds no session that the record has in another place', () => {
    const of = (id: string): Superseded => ({ id, expiresAt: at(900) })
    expect(addSuperseded(of(session.id))(holding({ session, superseded: [old] }))).toBeUndefined()
    expect(addSuperseded(of(answer.id))(holding({ session, pending: delivered }))).toBeUndefined()
    expect(
      addSuperseded(of(answer.id))(holding({ session, refresh: { ...refresh, answer } })),
    ).toBeUndefined()
    expect(addSuperseded(of(old.id))(holding({ session, superseded: [older, old] }))).toBeUndefined()
  })
})

describe('the sessions that are due', () => {
  const due = (superseded: readonly Superseded[], except?: string): readonly string[] =>
    dueIn(holding({ session, superseded }), now, except).map(({ id }) => id)

  it('are those whose wait is over and that have not expired', () => {
    expect(due([old, older])).toEqual(['Session:8', 'Session:9'])
    expect(
      due([
        { ...old, after: now },
        { ...older, after: now + 1 },
      ]),
    ).toEqual(['Session:8'])
    expect(
      due([
        { ...old, expiresAt: at(0) },
        { ...older, expiresAt: at(1) },
      ]),
    ).toEqual(['Session:9'])
    expect(due([{ ...old, expiresAt: at(-1) }])).toEqual([])
  })

  it('are neither the own session nor the one that this tab must leave alone', () => {
    expect(due([{ ...old, id: session.id }, older], older.id)).toEqual([])
    expect(dueIn(holding({ superseded: [old] }), now, undefined)).toEqual([old])
    expect(dueIn(holding({ session }), now, undefined)).toEqual([])
  })
})
