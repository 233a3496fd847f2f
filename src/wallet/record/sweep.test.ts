import { describe, expect, it } from 'vitest'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { isOpenable, sweep } from './sweep.js'

const { session, awaiting, sent, delivered, refresh, answer } = await recordParts()
const over = { deadline: now }
const swept = sweep(now)

describe('sweep', () => {
  it('ends a session at its expiry, and not before', () => {
    const expired = { ...session, expiresAt: at(0) }
    expect(swept(holding({ session: expired }))).toEqual(holding({ ended: 'expired' }))
    expect(swept(holding({ session: { ...session, expiresAt: at(1) } }))).toBeUndefined()
  })

  it('erases attempts and refreshes whose deadline has passed', () => {
    expect(swept(holding({ session, pending: { ...sent, ...over } }))).toEqual(holding({ session }))
    expect(swept(holding({ session, refresh: { ...refresh, ...over } }))).toEqual(holding({ session }))
    expect(swept(holding({ session, pending: awaiting, refresh }))).toBeUndefined()
  })

  it('keeps the other attempt of the two', () => {
    expect(swept(holding({ pending: { ...sent, ...over }, refresh }))).toEqual(holding({ refresh }))
    expect(swept(holding({ pending: sent, refresh: { ...refresh, ...over } }))).toEqual(
      holding({ pending: sent }),
    )
  })

  it('keeps an attempt that can be opened, and one that is under way', () => {
    expect(swept(holding({ pending: { ...delivered, ...over } }))).toBeUndefined()
    const underWay = sweep(now, ({ attemptId }) => attemptId === 'one')
    expect(underWay(holding({ pending: { ...sent, ...over } }))).toBeUndefined()
    expect(underWay(holding({ refresh: { ...refresh, ...over } }))).toEqual(holding({}))
  })

  it('erases sessions to revoke that have expired, and keeps the others', () => {
    const [gone, left] = [
      { id: 'Session:8', expiresAt: at(0) },
      { id: 'Session:9', expiresAt: at(1) },
    ]
    expect(swept(holding({ session, superseded: [gone, left] }))).toEqual(
      holding({ session, superseded: [left] }),
    )
    expect(swept(holding({ session, superseded: [gone] }))).toEqual(holding({ session }))
    expect(swept(holding({ session, superseded: [left] }))).toBeUndefined()
  })

  it('erases pauses that are over, and keeps the others', () => {
    expect(swept(holding({ cooldowns: { a: now, b: now + 1 } }))).toEqual(
      holding({ cooldowns: { b: now + 1 } }),
    )
    expect(swept(holding({ cooldowns: { a: now } }))).toEqual(holding({}))
    expect(swept(holding({ cooldowns: { b: now + 1 } }))).toBeUndefined()
  })

  it('keeps everything else', () => {
    const parts = { organizationId: 'org', settled: ['Quote:1'], clockOffset: 5 }
    expect(swept(holding({ ...parts, session: { ...session, expiresAt: at(-1) } }))).toEqual(
      holding({ ...parts, ended: 'expired' }),
    )
  })
})

describe('an attempt that can be opened', () => {
  it('is delivered, with an answer whose session has not expired', () => {
    expect(isOpenable(delivered, now)).toBe(true)
    expect(isOpenable({ ...delivered, answer: { ...answer, expiresAt: at(0) } }, now)).toBe(false)
    expect(isOpenable({ ...sent, answer }, now)).toBe(false)
    const { answer: _, ...empty } = delivered
    expect(isOpenable(empty, now)).toBe(false)
  })
})
