import { describe, expect, it } from 'vitest'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { delivered as delivering, refuse, takeOver } from './attempt-commits.js'

const { session, sent, awaiting, delivered, refresh, answer } = await recordParts()
const listed = { id: answer.id, expiresAt: answer.expiresAt }

describe('takeOver', () => {
  const taking = takeOver('one', { before: 'page', pageId: 'other', deadline: now + 90_000 })

  it('gives the attempt to another page until its deadline', () => {
    expect(taking(holding({ session, pending: sent }))).toEqual(
      holding({ session, pending: { ...sent, pageId: 'other', deadline: now + 90_000 } }),
    )
  })

  it('changes nothing if another page has it now, if it is not sent, or if it is gone', () => {
    expect(taking(holding({ pending: { ...sent, pageId: 'third' } }))).toBeUndefined()
    expect(taking(holding({ pending: awaiting }))).toBeUndefined()
    expect(taking(holding({ pending: delivered }))).toBeUndefined()
    expect(taking(holding({ refresh }))).toBeUndefined()
    expect(taking(holding({}))).toBeUndefined()
  })
})

describe('delivered', () => {
  const { clientKey } = sent
  const own = { answer, clientKey: clientKey ?? expect.fail('no key'), deadline: now + 90_000 }
  const found = { ...answer, id: 'Session:3', createdAt: at(-5), expiresAt: at(600) }

  it('stores the answer, and lists nothing to revoke', () => {
    expect(delivering('one', own, undefined)(holding({ session, pending: sent }))).toEqual(
      holding({ session, pending: { ...sent, phase: 'delivered', ...own } }),
    )
  })

  it('lists the session that was found instead of the lost answer, whose proof was as old as it is', () => {
    expect(delivering('one', own, found)(holding({ pending: sent }))).toEqual(
      holding({
        pending: { ...sent, phase: 'delivered', ...own, authenticatedAt: found.createdAt },
        superseded: [{ id: found.id, expiresAt: found.expiresAt }],
      }),
    )
  })

  it('keeps the time of the proof that a refresh has from its session', () => {
    const next = delivering('refresh', own, found)(holding({ session, refresh }))
    expect(next?.refresh?.authenticatedAt).toBe(refresh.authenticatedAt)
  })

  it('changes nothing for an attempt that was delivered before, or is gone', () => {
    expect(delivering('one', own, found)(holding({ pending: delivered }))).toBeUndefined()
    expect(delivering('one', own, found)(holding({ session }))).toBeUndefined()
  })
})

describe('refuse', () => {
  it('removes the attempt or refresh, and lists its session to be revoked', () => {
    expect(refuse('one', answer)(holding({ session, pending: sent }))).toEqual(
      holding({ session, superseded: [listed] }),
    )
    expect(refuse('refresh', answer)(holding({ session, refresh }))).toEqual(
      holding({ session, superseded: [listed] }),
    )
  })

  it('changes nothing if the attempt is gone', () => {
    expect(refuse('two', answer)(holding({ session, pending: sent }))).toBeUndefined()
  })
})
