/** The commits of the record. @module */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holding, late, now, recordParts } from '../fixtures/records.js'
import { advance, begin, confirming, coolDown, discard, sendingOnce, settle } from './attempt-commits.js'
import {
  type AccountRecord,
  type Commit,
  endAll,
  endSession,
  expireSession,
  infoOf,
  type Pending,
} from './record.js'
import { isOpenable, sweep } from './sweep.js'

const { session, sessionOf, answer, awaiting, sent, delivered, refresh } = await recordParts()
/** The record after a commit, as the journal stores it. */
const after = (record: AccountRecord, commit: Commit): AccountRecord => {
  const next = commit(record)
  return next ? { ...next, version: 1, revision: record.revision } : record
}
const { answer: _, ...unanswered } = delivered
const other = (pending: Pending): Pending => ({ ...pending, attemptId: 'other', pageId: 'other page' })

describe('infoOf', () => {
  it('infoOf returns everything of a session except its keys', () => {
    const { privateKey: _, verifyKey: __, ...info } = session
    expect(infoOf(session)).toEqual(info)
  })
})

describe('begin', () => {
  it('acquires an empty pending slot, without changing the session', () => {
    expect(begin(awaiting, now)(holding({ session }))).toEqual(holding({ session, pending: awaiting }))
  })

  it('acquires its own pending slot again', () => {
    expect(
      begin({ ...awaiting, deadline: late }, now)(holding({ pending: awaiting }))?.pending?.deadline,
    ).toBe(late)
  })

  it('a refresh acquires its own slot again', () => {
    const again = { ...refresh, deadline: late }
    expect(begin(again, now)(holding({ session, refresh }))?.refresh).toBe(again)
    expect(begin(again, now)(holding({ session, refresh: other(refresh) }))).toBeUndefined()
  })

  it('does not supersede an attempt whose call is in flight', () => {
    expect(begin(awaiting, now)(holding({ pending: other(sent) }))).toBeUndefined()
  })

  it('supersedes an attempt whose call is in flight at its deadline, and not before', () => {
    const record = holding({ pending: other(sent) })
    expect(begin(awaiting, sent.deadline - 1)(record)).toBeUndefined()
    expect(begin(awaiting, sent.deadline)(record)?.pending).toBe(awaiting)
  })

  it('does not supersede an attempt that this page is running, not even past its deadline', () => {
    const record = holding({ pending: other(sent) })
    expect(begin(awaiting, late, ({ attemptId }) => attemptId === 'other')(record)).toBeUndefined()
    expect(begin(awaiting, late, ({ attemptId }) => attemptId === 'one')(record)?.pending).toBe(awaiting)
  })

  it('a sign-in supersedes an awaited proof, and a refresh can begin while a proof is awaited', () => {
    const record = holding({ session, pending: other(awaiting) })
    expect(begin(sent, now)(record)?.pending).toBe(sent)
    expect(begin(refresh, now)(record)).toEqual({ ...record, refresh })
  })

  it('a refresh and a sign-in can begin during each other, in every phase', () => {
    for (const pending of [awaiting, sent, delivered]) {
      expect(begin(refresh, now)(holding({ session, pending }))?.refresh).toBe(refresh)
      const begun = holding({ session, refresh: { ...refresh, phase: 'delivered' } })
      expect(begin(awaiting, now)(begun)).toEqual({ ...begun, pending: awaiting })
    }
  })

  it('begins no second refresh while the answer to the first may still arrive or is not opened', () => {
    const first = { ...refresh, attemptId: 'first' }
    expect(begin(refresh, now)(holding({ session, refresh: first }))).toBeUndefined()
    expect(begin(refresh, late)(holding({ session, refresh: first }))?.refresh).toBe(refresh)
    const answered = holding({ session, refresh: { ...first, phase: 'delivered' } })
    expect(begin(refresh, late)(answered)).toBeUndefined()
  })

  it('never supersedes a delivered key, not even past its deadline', () => {
    expect(begin(awaiting, now)(holding({ pending: other(delivered) }))).toBeUndefined()
    expect(begin(awaiting, late)(holding({ pending: other(delivered) }))).toBeUndefined()
  })

  it('an attempt never supersedes its own delivered key', () => {
    expect(begin(awaiting, now)(holding({ pending: delivered }))).toBeUndefined()
    expect(begin(awaiting, late)(holding({ pending: delivered }))).toBeUndefined()
  })

  it('begins a refresh only if the record has the session that it replaces', () => {
    expect(begin(refresh, now)(holding({ session }))?.refresh).toBe(refresh)
    expect(begin(refresh, now)(holding({ session: sessionOf('Session:9') }))).toBeUndefined()
    expect(begin(refresh, now)(holding({}))).toBeUndefined()
  })
})

describe('advance', () => {
  const claim = (pending: Pending): Pending => ({ ...pending, pageId: 'claimed' })

  it('advances an attempt from the expected phase', () => {
    expect(advance('one', 'awaiting', claim)(holding({ pending: awaiting }))?.pending?.pageId).toBe('claimed')
  })

  it('does not advance from another phase, another attempt, or a record without an attempt', () => {
    expect(advance('one', 'awaiting', claim)(holding({ pending: sent }))).toBeUndefined()
    expect(advance('one', 'awaiting', claim)(holding({ pending: other(awaiting) }))).toBeUndefined()
    expect(advance('one', 'awaiting', claim)(holding({ session }))).toBeUndefined()
  })

  it('lets one of two tabs claim an awaited proof', () => {
    const claimBy = (pageId: string): Commit =>
      advance('one', 'awaiting', (pending) => ({ ...sent, ...pending, phase: 'sent', pageId }))
    const first = after(holding({ pending: awaiting }), claimBy('a'))
    expect(first.pending?.pageId).toBe('a')
    expect(claimBy('b')(first)).toBeUndefined()
  })
})

const next = sessionOf('Session:2')
const listed = (id: string) => ({ id, expiresAt: session.expiresAt })

describe('the two requests of an encrypted code', () => {
  const confirmation = {
    payloadToSign: 'token',
    requestId: 'r',
    expiresAt: '2026-01-01T00:00:00Z',
    body: '{}',
  }
  const own = { before: sent.pageId, pageId: 'the next page', at: now, deadline: late }

  it('the answer to the first one is stored while the attempt is out', () => {
    expect(confirming('one', confirmation, late)(holding({ pending: sent }))?.pending).toEqual({
      ...sent,
      ...{ confirmation, deadline: late },
    })
    expect(confirming('one', confirmation, late)(holding({ pending: awaiting }))).toBeUndefined()
  })

  it('the second one is recorded by one page, which then has the attempt', () => {
    const record = sendingOnce('one', own)(holding({ pending: sent }))
    expect(record?.pending).toEqual({ ...sent, pageId: own.pageId, sentAt: now, deadline: late })
  })

  it.each<[string, AccountRecord]>([
    ['no attempt', holding({ session })],
    ['another attempt', holding({ pending: other(sent) })],
    ['the attempt in another page', holding({ pending: { ...sent, pageId: 'another page' } })],
    ['the attempt as sent', holding({ pending: { ...sent, sentAt: now - 1 } })],
    ['the attempt as answered', holding({ pending: { ...delivered, pageId: sent.pageId } })],
  ])('the second one is not sent if the record has %s', (_, record) => {
    expect(sendingOnce('one', own)(record)).toBeUndefined()
  })
})

describe('settle', () => {
  it('stores the session and clears the pending slot in one commit', () => {
    expect(settle('one', next)(holding({ pending: delivered }))).toEqual(holding({ session: next }))
  })

  it('forgets why the session before ended', () => {
    const ended = 'revoked'
    expect(settle('one', next)(holding({ pending: delivered, ended }))).toStrictEqual(
      holding({ session: next }),
    )
    expect(settle('refresh', session)(holding({ refresh, ended }))).toStrictEqual(holding({ session }))
  })

  it('replaces the old session with the new one, and lists the old one as superseded', () => {
    expect(settle('one', next)(holding({ session, pending: delivered }))).toEqual(
      holding({ session: next, superseded: [listed('Session:1')] }),
    )
  })

  it('adds to the sessions that are listed as superseded', () => {
    const superseded = [listed('Session:0')]
    expect(settle('one', next)(holding({ session, superseded, pending: delivered }))).toEqual(
      holding({ session: next, superseded: [...superseded, listed('Session:1')] }),
    )
  })

  it('lists as superseded a refreshed session whose answer a sign-in overtakes', () => {
    const arrived = { ...refresh, phase: 'delivered' as const, answer: { ...answer, id: 'Session:3' } }
    expect(settle('one', next)(holding({ session, pending: delivered, refresh: arrived }))).toEqual(
      holding({ session: next, superseded: [listed('Session:1'), listed('Session:3')] }),
    )
  })

  it('refuses to settle an attempt that is not pending any more', () => {
    expect(settle('one', session)(holding({ pending: other(delivered) }))).toBeUndefined()
    expect(settle('one', session)(holding({}))).toBeUndefined()
  })

  it('a refresh stores no session if the record has another session', () => {
    const held = sessionOf('Session:9')
    expect(settle('refresh', session)(holding({ refresh, session: held }))).toEqual(
      holding({ session: held }),
    )
  })

  it('a sign-in ends the refresh of the earlier session, and a refresh ends no sign-in', () => {
    const both = holding({ session, pending: delivered, refresh })
    const superseded = [listed('Session:1')]
    expect(settle('one', next)(both)).toEqual(holding({ session: next, superseded }))
    expect(settle('refresh', next)(both)).toEqual(holding({ session: next, pending: delivered, superseded }))
  })

  it('stores the refreshed session when the one it replaces has expired in the meantime', () => {
    const expired = expireSession('Session:1')(holding({ refresh, session: sessionOf('Session:1') }))
    expect(expired).toEqual(holding({ refresh, ended: 'expired' }))
    expect(expired && settle('refresh', session)({ version: 1, revision: 2, ...expired })?.session).toBe(
      session,
    )
  })
})

describe('discard', () => {
  it('ends the pending attempt and nothing else', () => {
    const both = holding({ session, pending: delivered, refresh })
    expect(discard('refresh')(both)).toEqual(holding({ session, pending: delivered }))
  })

  it('lists as superseded the session of an answer that is never opened', () => {
    expect(discard('one')(holding({ session, pending: delivered, refresh }))).toEqual(
      holding({ session, refresh, superseded: [listed('Session:2')] }),
    )
  })

  it('ends the pending attempt only in the phase in which it was seen', () => {
    expect(discard('one', 'sent')(holding({ pending: delivered }))).toBeUndefined()
    expect(discard('one', 'sent')(holding({ pending: sent }))).toEqual(holding({}))
  })

  it('refuses to discard another attempt, or none', () => {
    expect(discard('one')(holding({ pending: other(sent) }))).toBeUndefined()
    expect(discard('one')(holding({ session }))).toBeUndefined()
  })
})

describe('endSession', () => {
  it('ends a session in a record without attempts', () => {
    expect(endSession('Session:1')(holding({ session }))).toStrictEqual(holding({ ended: 'revoked' }))
  })

  it('ends a session and the refresh of it', () => {
    expect(endSession('Session:1')(holding({ session, refresh }))).toEqual(holding({ ended: 'revoked' }))
  })

  it('lists as superseded the answer of a refresh whose session was revoked', () => {
    const arrived = { ...refresh, phase: 'delivered' as const, answer }
    expect(endSession('Session:1')(holding({ session, refresh: arrived }))).toEqual(
      holding({ superseded: [listed('Session:2')], ended: 'revoked' }),
    )
  })

  it('keeps a pending sign-in when a session ends', () => {
    expect(endSession('Session:1')(holding({ session, pending: sent }))).toEqual(
      holding({ pending: sent, ended: 'revoked' }),
    )
  })

  it('refuses to end another session, or none', () => {
    expect(endSession('Session:9')(holding({ session }))).toBeUndefined()
    expect(endSession('Session:1')(holding({ refresh }))).toBeUndefined()
  })
})

describe('expireSession', () => {
  it('erases the session that has expired, and nothing else', () => {
    expect(expireSession('Session:1')(holding({ session, pending: sent }))).toEqual(
      holding({ pending: sent, ended: 'expired' }),
    )
  })

  it('the expiry of a session leaves a record with another session, or without one, as it is', () => {
    expect(expireSession('Session:9')(holding({ session }))).toBeUndefined()
    expect(expireSession('Session:1')(holding({ pending: sent }))).toBeUndefined()
  })
})

describe('endAll', () => {
  it('ends session and attempt, and keeps the cooldowns', () => {
    const cooldowns = { call: late }
    expect(endAll(holding({ session, pending: delivered, cooldowns }))).toEqual(
      holding({
        cooldowns,
        superseded: [listed('Session:1'), listed('Session:2')],
        ended: 'signed-out',
      }),
    )
    expect(endAll(holding({ pending: awaiting }))).toEqual(holding({ ended: 'signed-out' }))
    expect(endAll(holding({ refresh }))).toEqual(holding({ ended: 'signed-out' }))
  })

  it('endAll changes nothing if there is nothing to end', () => {
    expect(endAll(holding({ cooldowns: { call: late } }))).toBeUndefined()
  })
})

describe('coolDown', () => {
  it('notes the cooldown of a call and drops those that are over', () => {
    const record = holding({ cooldowns: { past: now, future: now + 1, call: now + 2 } })
    expect(coolDown('call', late, now)(record)?.cooldowns).toEqual({ future: now + 1, call: late })
  })

  it('notes a cooldown in a record that had none', () => {
    expect(coolDown('call', late, now)(holding({ session }))).toEqual(
      holding({ session, cooldowns: { call: late } }),
    )
  })
})

describe('sweep', () => {
  it('a sweep changes nothing if nothing has expired', () => {
    expect(sweep(now)(holding({ session, pending: sent, cooldowns: { call: late } }))).toBeUndefined()
    expect(sweep(now)(holding({}))).toBeUndefined()
  })

  it('erases a session from exactly expiresAt on', () => {
    expect(sweep(now + 899_999)(holding({ session }))).toBeUndefined()
    expect(sweep(now + 900_000)(holding({ session }))).toEqual(holding({ ended: 'expired' }))
    expect(sweep(now + 900_000)(holding({ session, ended: 'revoked' }))).toEqual(
      holding({ ended: 'expired' }),
    )
  })

  it('erases an attempt that can no longer be finished', () => {
    expect(sweep(sent.deadline)(holding({ session, pending: sent, refresh }))).toEqual(holding({ session }))
  })

  it('keeps an attempt past its deadline that this page is running', () => {
    const commit = sweep(sent.deadline, (pending) => pending.pageId === sent.pageId)
    expect(commit(holding({ pending: sent }))).toBeUndefined()
    expect(commit(holding({ pending: { ...sent, pageId: 'another' } }))).toEqual(holding({}))
  })

  it('keeps a delivered key past its deadline until its session expires', () => {
    expect(sweep(late)(holding({ pending: delivered }))).toBeUndefined()
    expect(sweep(now + 899_999)(holding({ pending: delivered }))).toBeUndefined()
    expect(sweep(now + 900_000)(holding({ pending: delivered }))).toEqual(holding({}))
  })

  it('drops cooldowns that are over, and the field with the last of them', () => {
    expect(sweep(now)(holding({ cooldowns: { past: now, future: late } }))).toEqual(
      holding({ cooldowns: { future: late } }),
    )
    expect(sweep(now)(holding({ cooldowns: { past: now } }))).toEqual(holding({}))
  })
})

describe('isOpenable', () => {
  it('opens a delivered answer only before its session expires', () => {
    expect(isOpenable(delivered, now + 899_999)).toBe(true)
    expect(isOpenable(delivered, now + 900_000)).toBe(false)
    expect(isOpenable(sent, now)).toBe(false)
    expect(isOpenable(unanswered, now)).toBe(false)
    expect(isOpenable({ ...delivered, phase: 'sent' }, now)).toBe(false)
    expect(isOpenable({ ...delivered, answer: { ...answer, expiresAt: 'never' } }, now)).toBe(false)
  })
})

describe('in any order of commits', () => {
  const attempts = fc.constantFrom('one', 'two', 'refresh')
  const times = fc.integer({ min: 0, max: 899 }).map((seconds) => now + seconds * 1000)
  const ids = fc.constantFrom('Session:1', 'Session:2')
  const startOf = (attemptId: string): Pending =>
    attemptId === 'refresh' ? refresh : { ...awaiting, attemptId, deadline: now + 300_000 }
  /** What other tabs do: everything but ending an attempt on purpose. */
  const foreign = fc.oneof(
    fc.tuple(attempts, times).map(([id, time]): Commit => begin(startOf(id), time)),
    times.map((time): Commit => sweep(time)),
    fc.tuple(fc.string(), times).map(([call, time]): Commit => coolDown(call, time, now)),
    ids.map((id): Commit => endSession(id)),
    fc.constantFrom('two', 'refresh').map((id): Commit => discard(id)),
    fc.constantFrom('two', 'refresh').map((id): Commit => settle(id, sessionOf('Session:2'))),
    fc
      .constantFrom('two', 'refresh')
      .map((id): Commit => advance(id, 'awaiting', (pending) => ({ ...pending, phase: 'sent' }))),
  )

  it('keeps the delivered key of a sign-in until it is opened or discarded', () => {
    fc.assert(
      fc.property(fc.array(foreign, { maxLength: 30 }), (commits) => {
        let record = holding({ session, pending: delivered })
        for (const commit of commits) record = after(record, commit)
        expect(record.pending).toBe(delivered)
      }),
    )
  })

  it('changes no record that a commit was given', () => {
    fc.assert(
      fc.property(foreign, fc.boolean(), (commit, cooling) => {
        const parts = { session: Object.freeze(session), pending: Object.freeze(sent) }
        const record = Object.freeze(holding({ ...parts, ...(cooling && { cooldowns: { call: now + 1 } }) }))
        const before = structuredClone({ ...record, session: undefined, pending: undefined })
        commit(record)
        expect({ ...record, session: undefined, pending: undefined }).toEqual(before)
      }),
    )
  })

  it('never stores a refreshed session in place of a session that it does not replace', () => {
    fc.assert(
      fc.property(fc.option(ids, { nil: undefined }), fc.string(), (current, id) => {
        const record = holding({ refresh, ...(current && { session: sessionOf(current) }) })
        const settled = settle('refresh', sessionOf(id))(record)
        expect(settled?.session?.id).toBe(current === undefined || current === 'Session:1' ? id : current)
      }),
    )
  })
})
