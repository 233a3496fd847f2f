import { describe, expect, it, vi } from 'vitest'
import { steppedClock } from '../../emulator/index.js'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { type FlowState, initialState, type MachineEvent, type MachineState } from '../machine/machine.js'
import { infoOf, type Pending } from '../record/record.js'
import { createServerTime } from '../time/server-time.js'
import { createAttempts } from './attempts.js'
import type { Context } from './context.js'
import type { SlotContext } from './pending-slot.js'
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
    // What resuming needs of the transport is its clock.
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
  it('shows an awaited code on load and on a look, with the time of the next one', async () => {
    for (const when of ['load', 'look'] as const) {
      const { resume, events, attempts } = setUp()
      await resume.resume([{ found: 'awaiting', pending: awaiting }], when)
      expect(events).toEqual([{ event: 'found', attempt: 1, awaited: { ...awaited, resendAt: at(30) } }])
      expect(attempts.get(1)?.signIn?.attemptId).toBe('one')
    }
  })

  it('shows an awaited ID token only to the page that is loaded: the person comes back to that one', async () => {
    const loaded = setUp()
    await loaded.resume.resume([{ found: 'awaiting', pending: forToken }], 'load')
    expect(loaded.events).toMatchObject([{ event: 'found', awaited: { type: 'OAUTH', proof: 'oidcToken' } }])
    const looking = setUp()
    await looking.resume.resume([{ found: 'awaiting', pending: forToken }], 'look')
    expect(looking.events).toEqual([])
  })

  it('does not show an awaited proof beside another flow', async () => {
    const { resume, events, attempts } = setUp({ status: 'challenging', type: 'PASSKEY' })
    await resume.resume([{ found: 'awaiting', pending: awaiting }], 'load')
    expect(events).toEqual([])
    expect(attempts.get(1)).toBeUndefined()
  })

  it('makes a session out of a key that was opened, with its keys first', async () => {
    const { resume, events, kept } = setUp()
    await resume.resume([{ found: 'session', session }], 'look')
    expect(kept).toEqual([session])
    expect(events).toEqual([{ event: 'adopted', session: infoOf(session) }])
  })

  it('tells that an attempt was interrupted', async () => {
    const { resume, events, kept } = setUp()
    await resume.resume([{ found: 'interrupted' }], 'look')
    expect(events).toEqual([{ event: 'interrupted', fault: { kind: 'session', code: 'INTERRUPTED' } }])
    expect(kept).toEqual([])
  })

  it('is looked at again just after the first deadline of the attempts that other pages run, and once', async () => {
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

  it('is not looked at again where nothing is there to wait for, or where the next thing was found before', async () => {
    const { resume, look, clock, timers } = setUp()
    await resume.resume([{ found: 'nothing' }], 'look')
    expect(timers).toEqual([])
    await resume.resume([{ found: 'nothing', until: clock.now() + 1_000 }], 'look')
    await resume.resume([{ found: 'interrupted' }], 'look')
    await clock.advance(60_000)
    expect(look).not.toHaveBeenCalled()
  })

  it('is not looked at again once the wallet has stopped', async () => {
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
  const awaitingPage = async (flow: FlowState = flowOf, since: number | undefined = 2) => {
    const page = setUp()
    await page.resume.resume([{ found: 'awaiting', pending: awaiting }], 'load')
    page.events.length = 0
    page.state.current = { ...page.state.current, flow }
    const attempt = page.attempts.get(1)
    if (attempt) Object.assign(attempt, { since })
    return {
      ...page,
      mirrored: (pending: Pending | undefined, revision = 2) => {
        page.resume.mirror({ ...holding({ session, ...(pending && { pending }) }), revision })
        return page.events.splice(0)
      },
    }
  }

  it('stays awaited while the record has it as it is', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored(awaiting)).toEqual([])
    const { resendAt: _, ...silent } = awaiting
    expect(mirrored(silent)).toEqual([])
  })

  it('is gone when it left the record, another attempt took its place, or it is being verified', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored(undefined)).toEqual([gone])
    expect(mirrored({ ...awaiting, attemptId: 'other' })).toEqual([gone])
    expect(mirrored({ ...sent, resendAt: at(30) })).toEqual([gone])
  })

  it('shows the new time when another tab had a code sent', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored({ ...awaiting, resendAt: at(60) })).toEqual([
      { event: 'resent', attempt: 1, resendAt: at(60) },
    ])
  })

  it('is not judged by a record that was read before it was there', async () => {
    const { mirrored } = await awaitingPage()
    expect(mirrored(undefined, 1)).toEqual([])
    const unborn = await awaitingPage(flowOf, undefined)
    Object.assign(unborn.attempts.get(1) ?? {}, { since: undefined })
    expect(unborn.mirrored(undefined, 99)).toEqual([])
  })

  it('is not judged by the record after its work has ended', async () => {
    const { mirrored, attempts } = await awaitingPage()
    attempts.end(1)
    expect(mirrored(undefined)).toEqual([])
  })

  it.each<[string, FlowState]>([
    ['no flow', { status: 'idle' }],
    ['a verify', { status: 'verifying', type: 'EMAIL_OTP' }],
    ['a ceremony', { ...flowOf, type: 'PASSKEY', proof: 'assertion' }],
  ])('is nothing that the record decides about during %s', async (_, flow) => {
    const { mirrored } = await awaitingPage(flow)
    expect(mirrored(undefined)).toEqual([])
    expect(mirrored({ ...awaiting, resendAt: at(60) })).toEqual([])
  })
})
