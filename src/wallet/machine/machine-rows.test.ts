/** Every row of the machine's tables to the letter: what changes, and which effects in which order. */
import { describe, expect, it } from 'vitest'
import { CeremonyError } from '../../errors.js'
import type { AuthMethod } from '../../wire/credentials.js'
import { faultOf } from './fault-of.js'
import { transition } from './flow-table.js'
import {
  type Awaited,
  type Effect,
  initialState,
  type MachineEvent,
  type MachineState,
  type SessionInfo,
} from './machine.js'

const soon = '2026-01-01T00:15:00.000Z'
const later = '2026-01-01T00:16:00.000Z'
const session: SessionInfo = {
  id: 'Session:1',
  accountId: 'InternalAccount:1',
  credential: 'AuthMethod:1',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  expiresAt: soon,
  authenticatedAt: '2026-01-01T00:00:00.000Z',
  publicKey: '02ab',
}
const other: SessionInfo = { ...session, id: 'Session:2' }
const awaited: Awaited = { type: 'EMAIL_OTP', proof: 'otp', credential: 'AuthMethod:1', resendAt: soon }
const assertion: Awaited = { type: 'PASSKEY', proof: 'assertion', credential: 'AuthMethod:2' }
const error = new CeremonyError('CEREMONY_FAILED', 'no')
const fault = faultOf(error)
const credential: AuthMethod = {
  id: 'AuthMethod:3',
  accountId: session.accountId,
  type: 'PASSKEY',
  nickname: 'Phone',
  createdAt: soon,
  updatedAt: soon,
}

/** A state in which attempt 1 is the newest. */
const state = (more: Partial<MachineState>): MachineState => ({
  session: { status: 'none', reason: 'new' },
  flow: { status: 'idle' },
  storage: 'memory',
  unsettled: [],
  attempt: 1,
  inFlight: false,
  ...more,
})
const idle: Partial<MachineState> = { flow: { status: 'idle' } }
const faulty: Partial<MachineState> = { flow: { status: 'idle', fault } }
const creating: Partial<MachineState> = { flow: { status: 'creating', type: 'PASSKEY' } }
const challenging: Partial<MachineState> = { flow: { status: 'challenging', type: 'EMAIL_OTP' } }
const awaiting: Partial<MachineState> = { flow: { status: 'awaitingProof', ...awaited } }
const verifying: Partial<MachineState> = { flow: { status: 'verifying', type: 'EMAIL_OTP' }, inFlight: true }
const active: Partial<MachineState> = { session: { status: 'active', ...session } }
const refreshing: Partial<MachineState> = { session: { status: 'refreshing', ...session } }
const restoring: Partial<MachineState> = { session: { status: 'restoring' } }
const none = (reason: 'new' | 'expired' | 'interrupted'): Partial<MachineState> => ({
  session: { status: 'none', reason },
})

const signIn: MachineEvent = { event: 'signIn', attempt: 2, type: 'EMAIL_OTP' }
const create: MachineEvent = { event: 'create', attempt: 2, type: 'PASSKEY' }
const superseded: Effect = { effect: 'stop', attempt: 1, reason: 'superseded' }
const challenge: Effect = { effect: 'challenge', attempt: 2 }
const begin: Effect = { effect: 'create', attempt: 2 }
const cancelled: Effect = { effect: 'stop', attempt: 1, reason: 'cancelled' }
const reject: Effect = { effect: 'reject', attempt: 1, error }
const waits: Effect = { effect: 'await', attempt: 1 }
const resolve: Effect = { effect: 'resolve', attempt: 1 }
const refusal: MachineEvent = { event: 'refused', attempt: 1, awaited, fault, error }
const faulted: Partial<MachineState> = { flow: { status: 'awaitingProof', ...awaited, fault } }
const told: readonly Effect[] = [reject, waits]
const watch: Effect = { effect: 'watch' }

type Line = readonly [
  name: string,
  from: Partial<MachineState>,
  event: MachineEvent,
  to: Partial<MachineState>,
  effects: readonly Effect[],
]

const flow: readonly Line[] = [
  ['a sign-in from idle', idle, signIn, { ...challenging, attempt: 2 }, [challenge]],
  ['a creation from idle', faulty, create, { ...creating, attempt: 2 }, [begin]],
  [
    'a sign-in instead of a creation',
    creating,
    signIn,
    { ...challenging, attempt: 2 },
    [superseded, challenge],
  ],
  ['a creation instead of a proof', awaiting, create, { ...creating, attempt: 2 }, [superseded, begin]],
  [
    'a proof of an earlier page',
    idle,
    { event: 'found', attempt: 2, awaited },
    { ...awaiting, attempt: 2 },
    [{ effect: 'await', attempt: 2 }],
  ],
  [
    'an attempt that an earlier page lost, beside a session',
    { ...idle, ...active },
    { event: 'interrupted', fault },
    { ...faulty, ...active },
    [],
  ],
  ['a dismissed fault', faulty, { event: 'cancel' }, idle, []],
  ['a code that was too soon, where one is known', challenging, refusal, { ...awaiting, ...faulted }, told],
  ['a cancelled creation', creating, { event: 'cancel' }, idle, [cancelled]],
  ['a cancelled proof', awaiting, { event: 'cancel' }, idle, [cancelled]],
  ['a creation that goes out', creating, { event: 'sent', attempt: 1 }, { ...creating, inFlight: true }, []],
  [
    'a credential',
    { ...creating, inFlight: true },
    { event: 'created', attempt: 1, credential },
    idle,
    [{ effect: 'resolve', attempt: 1, credential }],
  ],
  [
    'a challenge for the person',
    challenging,
    { event: 'challenged', attempt: 1, awaited },
    awaiting,
    [waits, resolve],
  ],
  [
    'a challenge for a method',
    challenging,
    { event: 'challenged', attempt: 1, awaited: assertion },
    { flow: { status: 'awaitingProof', ...assertion } },
    [{ effect: 'prove', attempt: 1 }],
  ],
  ['a failure with a fault', challenging, { event: 'failed', attempt: 1, error, fault }, faulty, [reject]],
  ['a failure without one', verifying, { event: 'failed', attempt: 1, error }, idle, [reject]],
  ['a proof', awaiting, { event: 'proven', attempt: 1 }, verifying, [{ effect: 'verify', attempt: 1 }]],
  [
    'another code',
    { flow: { status: 'awaitingProof', ...awaited, fault } },
    { event: 'resent', attempt: 1, resendAt: later },
    {
      flow: { status: 'awaitingProof', ...awaited, resendAt: later },
    },
    [waits],
  ],
  [
    'another code that is refused',
    awaiting,
    { event: 'resent', attempt: 1, resendAt: later, fault },
    {
      flow: { status: 'awaitingProof', ...awaited, resendAt: later, fault },
    },
    [waits],
  ],
  [
    'a proof that another tab took',
    awaiting,
    { event: 'gone', attempt: 1 },
    idle,
    [{ effect: 'stop', attempt: 1, reason: 'gone' }],
  ],
  [
    'a refused proof',
    verifying,
    { event: 'refused', attempt: 1, awaited, fault, error },
    {
      flow: { status: 'awaitingProof', ...awaited, fault },
    },
    [reject, waits],
  ],
  [
    'a verified proof',
    verifying,
    { event: 'verified', attempt: 1, session },
    { ...idle, ...active },
    [resolve, watch],
  ],
]

const sessions: readonly Line[] = [
  ['a restored session', restoring, { event: 'restored', session }, active, [watch]],
  ['no session to restore', restoring, { event: 'absent', reason: 'expired' }, none('expired'), []],
  [
    'another tab’s session, where there was none',
    none('new'),
    { event: 'adopted', session },
    active,
    [watch],
  ],
  [
    'an attempt that an earlier page lost, without a session',
    none('new'),
    { event: 'interrupted', fault },
    none('interrupted'),
    [],
  ],
  [
    'another tab’s newer session',
    active,
    { event: 'adopted', session: other },
    {
      session: { status: 'active', ...other },
    },
    [watch],
  ],
  [
    'another tab’s newer session during a refresh',
    refreshing,
    { event: 'adopted', session: other },
    {
      session: { status: 'active', ...other },
    },
    [watch],
  ],
  ['a refresh', active, { event: 'refresh' }, refreshing, []],
  [
    'a refreshed session',
    refreshing,
    { event: 'refreshed', session: other },
    {
      session: { status: 'active', ...other },
    },
    [watch],
  ],
  [
    'a session refreshed after it has expired',
    none('expired'),
    { event: 'refreshed', session: other },
    { session: { status: 'active', ...other } },
    [watch],
  ],
  // The service may keep the id: the expiry is still a different one.
  ['a session refreshed under its old id', refreshing, { event: 'refreshed', session }, active, [watch]],
  ['a refresh that failed', refreshing, { event: 'refreshFailed' }, active, []],
  ['an end', active, { event: 'ended', sessionId: session.id, reason: 'expired' }, none('expired'), []],
  [
    'an end during a refresh',
    refreshing,
    { event: 'ended', sessionId: session.id, reason: 'expired' },
    none('expired'),
    [],
  ],
]

describe.each([
  ['the flow', flow],
  ['the session', sessions],
])('the transitions of %s', (_, lines) => {
  it.each(lines)('makes the transition %s', (_, from, event, to, effects) => {
    expect(transition(state(from), event)).toStrictEqual([state(to), ...effects])
  })
})

describe('a new wallet', () => {
  it('a new wallet is idle, in memory, and restoring its session', () => {
    expect(initialState).toEqual({
      session: { status: 'restoring' },
      flow: { status: 'idle' },
      storage: 'memory',
      unsettled: [],
      attempt: 0,
      inFlight: false,
    })
  })

  it('the event stored changes only the storage', () => {
    const stored = transition(state(active), { event: 'stored', tier: 'indexeddb' })
    expect(stored).toEqual([state({ ...active, storage: 'indexeddb' })])
    expect(transition(stored[0], { event: 'stored', tier: 'memory' })).toEqual([state(active)])
  })

  it('the event unsettled changes only the payments in doubt, in every state of flow and session', () => {
    const quotes = [{ quoteId: 'Quote:1', since: soon }]
    for (const from of [state(active), state({ ...none, ...verifying }), state(restoring)]) {
      const [next, ...effects] = transition(from, { event: 'unsettled', quotes })
      expect([next, effects]).toEqual([{ ...from, unsettled: quotes }, []])
      expect(transition(next, { event: 'unsettled', quotes: [] })).toEqual([from])
    }
  })

  it('the event unsettled returns the same state object if the payments are the same', () => {
    const quotes = [{ quoteId: 'Quote:1', since: soon }]
    const from = state({ ...active, unsettled: quotes })
    expect(transition(from, { event: 'unsettled', quotes: [{ quoteId: 'Quote:1', since: soon }] })[0]).toBe(
      from,
    )
    const other = { event: 'unsettled', quotes: [{ quoteId: 'Quote:2', since: soon }] } as const
    expect(transition(from, other)[0].unsettled).toBe(other.quotes)
    const later = { event: 'unsettled', quotes: [{ quoteId: 'Quote:1', since: 'later' }] } as const
    expect(transition(from, later)[0].unsettled).toBe(later.quotes)
  })

  it('a session that is restored while it is active is not watched again', () => {
    const from = state({ ...active, ...verifying })
    const [next, ...effects] = transition(from, { event: 'verified', attempt: 1, session })
    expect(next.session).toBe(from.session)
    expect(effects).toEqual([resolve])
  })
})
