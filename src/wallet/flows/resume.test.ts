import { describe, expect, it, vi } from 'vitest'
import { steppedClock } from '../../../emulator/src/index.js'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { type FlowState, initialState, type MachineEvent, type MachineState } from '../machine/machine.js'
import { infoOf, type Pending } from '../record/record.js'
import { createServerTime } from '../time/server-time.js'
import { stageAt } from './attempt.js'
import { createAttempts } from './attempts.js'
import type { PreparedSignIn } from './challenge.js'
import type { Context } from './context.js'
import { abandon, type SlotContext } from './pending-slot.js'
import { createResume } from './resume.js'

const parts = await recordParts()
const { session, sent } = parts
const awaiting: Pending = { ...parts.awaiting, resendAt: at(30) }
const forToken: Pending = { ...parts.sent, type: 'OAUTH', phase: 'awaiting', proof: 'oidcToken' }
const awaited = { type: 'EMAIL_OTP', proof: 'otp', credential: 'AuthMethod:1' } as const
const flowOf: FlowState = { status: 'awaitingProof', ...awaited, resendAt: at(30) }

function setUp(flow: FlowState = { status: 'idle' }) {
  const clock = steppedClock(now)
  const timers: number[] = []
  const after: typeof clock.after = (ms, fn) => {
    timers.push(ms)
    return clock.after(ms, fn)
  }
  const attempts = createAttempts({ time: createServerTime(clock) } as SlotContext)
  const events: MachineEvent[] = []
  const kept: unknown[] = []
  const state: { current: MachineState } = { current: { ...initialState, flow, attempt: 1 } }
  const look = vi.fn(async () => {})
  const resume = createResume(
    // Resuming uses only the transport's clock.
    { clock: { now: clock.now, after }, transport: { now: clock.now }, passkey: {} } as unknown as Context,
    attempts,
    {
      state: () => state.current,
      dispatch: (event) => events.push(event),
      setSession: (one) => kept.push(one),
      look,
    },
  )
  return { clock, timers, attempts, events, kept, state, look, resume }
}

describe('what was found in the record', () => {
  it('an awaited code is shown on load and on every read of the record, with the time of the next code', async () => {
    for (const when of ['load', 'look'] as const) {
      const { resume, events, attempts } = setUp()
      await resume.resume([{ found: 'awaiting', pending: awaiting }], when)
      expect(events).toEqual([{ event: 'found', attempt: 1, awaited: { ...awaited, resendAt: at(30) } }])
      expect(attempts.get(1)?.stage).toMatchObject({ at: 'awaiting', signIn: { attemptId: 'one' } })
    }
  })

  it('an awaited ID token is shown only when a page loads, because the user returns to that page', async () => {
    const loaded = setUp()
    await loaded.resume.resume([{ found: 'awaiting', pending: forToken }], 'load')
    expect(loaded.events).toMatchObject([{ event: 'found', awaited: { type: 'OAUTH', proof: 'oidcToken' } }])
    const looking = setUp()
    await looking.resume.resume([{ found: 'awaiting', pending: forToken }], 'look')
    expect(looking.events).toEqual([])
  })

  it('an attempt that this page has just ended is not shown from an older record', async () => {
    const { resume, events, attempts } = setUp()
    const signIn = { attemptId: awaiting.attemptId } as PreparedSignIn
    const ended = attempts.begin({ at: 'awaiting', signIn, request: undefined })
    void attempts.releaseSlot(ended, abandon)
    await resume.resume([{ found: 'awaiting', pending: awaiting }], 'look')
    expect(events).toEqual([])
    await resume.resume([{ found: 'awaiting', pending: { ...awaiting, attemptId: 'two' } }], 'look')
    expect(events).toMatchObject([{ event: 'found' }])
  })

  it('an awaited proof is not shown during another flow', async () => {
    const { resume, events, attempts } = setUp({ status: 'challenging', type: 'PASSKEY' })
    await resume.resume([{ found: 'awaiting', pending: awaiting }], 'load')
    expect(events).toEqual([])
    expect(attempts.get(1)).toBeUndefined()
  })

  it('an opened key becomes the session: first its keys are set, then the state shows it', async () => {
    const { resume, events, kept } = setUp()
    await resume.resume([{ found: 'session', session }], 'look')
    expect(kept).toEqual([session])
    expect(events).toEqual([{ event: 'adopted', session: infoOf(session) }])
  })

  it('the state shows that an attempt was interrupted', async () => {
    const { resume, events, kept } = setUp()
    await resume.resume([{ found: 'interrupted' }], 'look')
    expect(events).toEqual([{ event: 'interrupted', fault: { kind: 'session', code: 'INTERRUPTED' } }])
    expect(kept).toEqual([])
  })

  it('the record is read again once, just after the first deadline of the attempts that other pages run', async () => {
    const { resume, events, look, clock } = setUp()
    const found = [
      { found: 'nothing', until: now + 5_000 },
      { found: 'nothing', until: now + 2_000 },
      { found: 'nothing' },
    ] as const
    await resume.resume(found, 'look')
    await clock.advance(2_000)
    expect(look).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(look).toHaveBeenCalledOnce()
    await clock.advance(60_000)
    expect(look).toHaveBeenCalledOnce()
    expect(events).toEqual([])
  })

  it('the record is not read again if there is nothing to wait for, or if an earlier read found something else', async () => {
    const { resume, look, clock, timers } = setUp()
    await resume.resume([{ found: 'nothing' }], 'look')
    expect(timers).toEqual([])
    await resume.resume([{ found: 'nothing', until: clock.now() + 1_000 }], 'look')
    await resume.resume([{ found: 'interrupted' }], 'look')
    await clock.advance(60_000)
    expect(look).not.toHaveBeenCalled()
  })

  it('the record is not read again once the wallet has stopped', async () => {
    const { resume, look, clock } = setUp()
    resume.stop()
    await resume.resume([{ found: 'nothing', until: now + 1_000 }], 'look')
    resume.stop()
    await clock.advance(60_000)
    expect(look).not.toHaveBeenCalled()
  })
})

describe('an awaited proof that another tab changes', () => {
  const gone: MachineEvent = { event: 'gone', attempt: 1 }
  /** A page that awaits a code, which is in the record from its second revision on. */
  const awaitingPage = async (flow: FlowState = flowOf, since = 2) => {
    const page = setUp()
    await page.resume.resume([{ found: 'awaiting', pending: awaiting }], 'load')
    page.events.length = 0
    page.state.current = { ...page.state.current, flow }
    const attempt = page.attempts.get(1)
    if (attempt) Object.assign(stageAt(attempt, 'awaiting').slot ?? {}, { since })
    return {
      ...page,
      mirrored: (pending: Pending | undefined, revision = 2) => {
        page.resume.mirror({ ...holding({ session, ...(pending && { pending }) }), revision })
        return page.events.splice(0)
      },
    }
  }

  it('a proof stays awaited while the record does not change', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored(awaiting)).toEqual([])
    const { resendAt: _, ...silent } = awaiting
    expect(mirrored(silent)).toEqual([])
  })

  it('a proof is gone when it was removed from the record, was replaced or is being verified', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored(undefined)).toEqual([gone])
    expect(mirrored({ ...awaiting, attemptId: 'other' })).toEqual([gone])
    expect(mirrored({ ...sent, resendAt: at(30) })).toEqual([gone])
  })

  it('the state shows the new time when another tab has requested a code', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored({ ...awaiting, resendAt: at(60) })).toEqual([
      { event: 'resent', attempt: 1, resendAt: at(60) },
    ])
  })

  it('a record that was read before the attempt began does not end it', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored(undefined, 1)).toEqual([])
    const unborn = await awaitingPage(flowOf, Number.POSITIVE_INFINITY)
    expect(unborn.mirrored(undefined, 99)).toEqual([])
  })

  it('the record does not affect an attempt whose work has ended', async () => {
    const { mirrored, attempts } = await awaitingPage()
    attempts.end(1)
    expect(mirrored(undefined)).toEqual([])
  })

  it.each<[string, FlowState]>([
    ['no flow', { status: 'idle' }],
    ['a verify', { status: 'verifying', type: 'EMAIL_OTP' }],
    ['a ceremony', { ...flowOf, type: 'PASSKEY', proof: 'assertion' }],
  ])('the record does not affect the flow during %s', async (_, flow) => {
    const { mirrored } = await awaitingPage(flow)
    expect(mirrored(undefined)).toEqual([])
    expect(mirrored({ ...awaiting, resendAt: at(60) })).toEqual([])
  })
})
