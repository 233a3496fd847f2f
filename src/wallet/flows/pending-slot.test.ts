import { describe, expect, it } from 'vitest'
import { steppedClock } from '../../../emulator/src/index.js'
import type { Method } from '../credentials/method.js'
import { methodOf } from '../credentials/methods.js'
import { at, holding, late, now, recordParts } from '../fixtures/records.js'
import { createJournal, type Journal } from '../record/journal.js'
import type { AccountRecord, Pending } from '../record/record.js'
import { memoryStore } from '../record/storage.js'
import { createServerTime } from '../time/server-time.js'
import type { PreparedSignIn } from './challenge.js'
import {
  abandon,
  acquire,
  assertFree,
  claim,
  extend,
  pendingOf,
  release,
  type SlotContext,
  sentDeadline,
} from './pending-slot.js'

const { agreement, session, awaiting, sent, delivered } = await recordParts()
const clientKey = { pair: agreement, publicKey: '04ab' }
const minutes = 60_000

describe('the entry of a sign-in in the record', () => {
  const time = createServerTime(steppedClock(now))
  const entryOf = (method: Method, more: Partial<PreparedSignIn> = {}): Pending =>
    pendingOf(
      { time, pageId: 'page', passkey: { timeout: 20_000 } },
      {
        ...{ attemptId: 'one', method, credential: 'AuthMethod:1', clientKey: undefined, nonce: '' },
        keyDelivery: 'sealed',
        ...{ challenge: undefined, codeSentAt: now - 5_000, resendAt: now + 30_000, usableUntil: late },
        ...more,
      },
    )
  const always = { attemptId: 'one', credential: 'AuthMethod:1', pageId: 'page', since: now }

  it('the entry of a sign-in awaits a code for a quarter of an hour after it was sent, and has the time of the next code', () => {
    expect(entryOf(methodOf('EMAIL_OTP'))).toStrictEqual({
      ...always,
      type: 'EMAIL_OTP',
      phase: 'awaiting',
      proof: 'otp',
      resendAt: at(30),
      deadline: now - 5_000 + 15 * minutes,
    })
  })

  it('the entry of a sign-in awaits an ID token for five minutes, with the client key that its nonce names', () => {
    expect(entryOf(methodOf('OAUTH'), { clientKey })).toStrictEqual({
      ...always,
      type: 'OAUTH',
      phase: 'awaiting',
      proof: 'oidcToken',
      clientKey,
      deadline: now + 5 * minutes,
    })
  })

  it('the entry of a ceremony counts as sent, for as long as its dialog and its call may take', () => {
    expect(entryOf(methodOf('PASSKEY'), { clientKey })).toStrictEqual({
      ...always,
      type: 'PASSKEY',
      phase: 'sent',
      clientKey,
      deadline: now + 25_000 + sentDeadline,
    })
  })
})

describe('acquiring a place in the record', () => {
  async function slotOf(pending: Pending | undefined, look: (journal: Journal) => Promise<unknown>) {
    const clock = steppedClock(now)
    const time = createServerTime(clock)
    const store = memoryStore()
    await store.update('account', () => holding({ session, ...(pending && { pending }) }))
    const journal = createJournal({
      ...{ accountId: 'account', store, clock, time },
      ...{ announce: () => {}, tierChanged: () => {} },
    })
    let looks = 0
    // The parts of the context that a slot needs.
    const context = {
      ...{ journal, transport: { now: clock.now }, isRunning: () => false },
      look: async () => {
        looks += 1
        await look(journal)
      },
    } as unknown as SlotContext
    return { context, journal, looks: () => looks }
  }
  const other: Pending = { ...sent, attemptId: 'other' }
  const ending = (journal: Journal) => journal.commit(({ pending: _, ...rest }) => rest)
  const nothing = async (): Promise<void> => {}

  it('acquiring a free slot returns the first revision that contains the attempt, without reading the record again', async () => {
    const { context, journal, looks } = await slotOf(undefined, nothing)
    expect(await acquire(context, awaiting)).toBe(2)
    expect((await journal.read()).pending).toEqual(awaiting)
    await assertFree(context)
    expect(looks()).toBe(0)
  })

  it('acquiring a slot succeeds if another read of the record has ended the attempt in it', async () => {
    const { context, looks } = await slotOf(other, ending)
    expect(await acquire(context, awaiting)).toBe(3)
    expect(looks()).toBe(1)
    const second = await slotOf(other, ending)
    await assertFree(second.context)
    expect(second.looks()).toBe(1)
  })

  it('acquiring a slot rejects with BUSY if an answer may still arrive after another read of the record', async () => {
    const { context, journal, looks } = await slotOf(other, nothing)
    const busy = { kind: 'session', code: 'BUSY' }
    await expect(acquire(context, awaiting)).rejects.toMatchObject(busy)
    await expect(assertFree(context)).rejects.toMatchObject(busy)
    expect(looks()).toBe(2)
    expect((await journal.read()).pending).toEqual(other)
  })
})

describe('a place in the record', () => {
  const changed = (pending: Pending | undefined, commit: (record: AccountRecord) => unknown): unknown =>
    commit(holding({ session, ...(pending && { pending }) }))
  const without = holding({ session })

  it('a slot is claimed for a verify call, with a new client key and deadline', () => {
    const claimed = { ...awaiting, phase: 'sent', pageId: 'another', clientKey, deadline: late }
    expect(changed(awaiting, claim('one', 'another', clientKey, late))).toEqual({
      ...without,
      pending: claimed,
    })
    expect(changed(sent, claim('one', 'another', clientKey, late))).toBeUndefined()
    expect(changed(awaiting, claim('two', 'another', clientKey, late))).toBeUndefined()
  })

  it('the deadline of a slot is extended, but never shortened', () => {
    expect(changed(sent, extend('one', sent.deadline + 1))).toEqual({
      ...without,
      pending: { ...sent, deadline: sent.deadline + 1 },
    })
    expect(changed(sent, extend('one', sent.deadline))).toBeUndefined()
    expect(changed(sent, extend('one', sent.deadline - 1))).toBeUndefined()
  })

  it('the deadline of a slot is extended only while the call of its attempt is in flight', () => {
    for (const pending of [undefined, awaiting, delivered, { ...sent, attemptId: 'other' }])
      expect(changed(pending, extend('one', late))).toBeUndefined()
  })

  it('a slot is released by the page that has it, unless the sealed key has been delivered', () => {
    expect(changed(sent, release('one', 'page'))).toEqual(without)
    expect(changed(awaiting, release('one', 'page'))).toEqual(without)
    expect(changed(delivered, release('one', 'page'))).toBeUndefined()
    expect(changed(sent, release('one', 'another'))).toBeUndefined()
    expect(changed(sent, release('two', 'page'))).toBeUndefined()
    expect(changed(undefined, release('one', 'page'))).toBeUndefined()
  })

  it('an awaited proof can be abandoned by any page, and a proof being verified only by the page that verifies it', () => {
    expect(changed(awaiting, abandon('one', 'another'))).toEqual(without)
    expect(changed(awaiting, abandon('two', 'another'))).toBeUndefined()
    expect(changed(sent, abandon('one', 'another'))).toBeUndefined()
    expect(changed(sent, abandon('one', 'page'))).toEqual(without)
    expect(changed(delivered, abandon('one', 'page'))).toBeUndefined()
    expect(changed(undefined, abandon('one', 'page'))).toBeUndefined()
  })
})
