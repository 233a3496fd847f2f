/** Every event in every state that can be reached. @module */
import { describe, expect, it } from 'vitest'
import { diagram } from '../../../test/diagram.js'
import { CeremonyError, type Fault, ServiceError } from '../../errors.js'
import type { AuthMethod } from '../../wire/credentials.js'
import { faultOf } from './fault-of.js'
import { flowTable, transition } from './flow-table.js'
import {
  type Awaited,
  type Effect,
  initialState,
  type MachineEvent,
  type MachineState,
  type SessionInfo,
  sessionTable,
} from './machine.js'

const soon = '2026-01-01T00:15:00.000Z'
const sessionOf = (id: string): SessionInfo => ({
  id,
  accountId: 'InternalAccount:1',
  credential: 'AuthMethod:1',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  expiresAt: soon,
  authenticatedAt: '2026-01-01T00:00:00.000Z',
  publicKey: '02ab',
})
const first = sessionOf('Session:1')
const second = sessionOf('Session:2')
const otp: Awaited = { type: 'EMAIL_OTP', proof: 'otp', credential: 'AuthMethod:1', resendAt: soon }
const assertion: Awaited = { type: 'PASSKEY', proof: 'assertion', credential: 'AuthMethod:2' }
const error = new CeremonyError('CEREMONY_FAILED', 'a secret message', { cause: new Error('a secret cause') })
const limited = new ServiceError(429, { code: 'RATE_LIMITED', reason: 'r', message: 'a secret message' }, 30)
const fault: Fault = faultOf(error)
const credential: AuthMethod = {
  id: 'AuthMethod:3',
  accountId: first.accountId,
  type: 'PASSKEY',
  nickname: 'Phone',
  createdAt: soon,
  updatedAt: soon,
}

/** Events that carry the number of the attempt that they belong to. */
const results = (attempt: number): readonly MachineEvent[] => [
  { event: 'challenged', attempt, awaited: otp },
  { event: 'challenged', attempt, awaited: assertion },
  { event: 'resent', attempt, resendAt: soon },
  { event: 'resent', attempt, resendAt: soon, fault: faultOf(limited) },
  { event: 'proven', attempt },
  { event: 'refused', attempt, awaited: otp, fault, error },
  { event: 'verified', attempt, session: second },
  { event: 'sent', attempt },
  { event: 'created', attempt, credential },
  { event: 'failed', attempt, error },
  { event: 'failed', attempt, error, fault },
  { event: 'gone', attempt },
]

const starts = (attempt: number): readonly MachineEvent[] => [
  { event: 'signIn', attempt, type: 'EMAIL_OTP' },
  { event: 'create', attempt, type: 'PASSKEY' },
  { event: 'found', attempt, awaited: otp },
]

const others: readonly MachineEvent[] = [
  { event: 'cancel' },
  { event: 'interrupted', fault },
  { event: 'restored', session: first },
  { event: 'absent', reason: 'new' },
  { event: 'adopted', session: first },
  { event: 'adopted', session: second },
  { event: 'refresh' },
  { event: 'refreshed', session: second },
  { event: 'refreshFailed' },
  { event: 'ended', sessionId: first.id, reason: 'expired' },
  { event: 'ended', sessionId: second.id, reason: 'revoked' },
  { event: 'stored', tier: 'indexeddb' },
  { event: 'stored', tier: 'memory' },
  { event: 'unsettled', quotes: [{ quoteId: 'Quote:1', since: first.expiresAt }] },
  { event: 'unsettled', quotes: [] },
]

const eventsIn = ({ attempt }: MachineState): readonly MachineEvent[] => [
  ...starts(attempt + 1),
  ...results(attempt),
  ...others,
]

interface Arrow {
  readonly from: MachineState
  readonly event: MachineEvent
  readonly to: MachineState
  readonly effects: readonly Effect[]
}

/** States are told apart by everything but the attempt's number, which only grows. */
const nameOf = (state: MachineState): string => {
  const known = names.get(state)
  if (known !== undefined) return known
  const name = JSON.stringify({ ...state, attempt: 0 })
  names.set(state, name)
  return name
}
const names = new WeakMap<MachineState, string>()

/** Every arrow from every state that can be reached from `start`. */
function walk(start: MachineState): readonly Arrow[] {
  const seen = new Set([nameOf(start)])
  const queue = [start]
  const arrows: Arrow[] = []
  for (const from of queue) {
    for (const event of eventsIn(from)) {
      const [to, ...effects] = transition(from, event)
      arrows.push({ from, event, to, effects })
      if (seen.has(nameOf(to))) continue
      seen.add(nameOf(to))
      queue.push(to)
    }
  }
  return arrows
}

const arrows = walk(initialState)
const states = [...new Map(arrows.map(({ from }) => [nameOf(from), from])).values()]
const where = ({ session, flow, inFlight }: MachineState): string =>
  `${session.status}/${flow.status}/${inFlight}`

/** The states from which one that fits can be reached. */
function reaching(fits: (state: MachineState) => boolean): ReadonlySet<string> {
  const found = new Set(states.filter(fits).map(nameOf))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const { from, to } of arrows) if (found.has(nameOf(to))) found.add(nameOf(from))
  }
  return found
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value !== 'object'
    ? ['string', 'number', 'boolean'].includes(typeof value)
    : [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) &&
      Object.values(value).every(isPlain)

/** The state after these events. */
const reached = (...events: readonly MachineEvent[]): MachineState =>
  events.reduce((state, event) => transition(state, event)[0], initialState)
const signIn = (attempt: number): MachineEvent => ({ event: 'signIn', attempt, type: 'EMAIL_OTP' })
const challenged: MachineEvent = { event: 'challenged', attempt: 1, awaited: otp }
const absent: MachineEvent = { event: 'absent', reason: 'new' }
const restored: MachineEvent = { event: 'restored', session: first }
const verifying = reached(absent, signIn(1), challenged, { event: 'proven', attempt: 1 })

describe('every state that can be reached', () => {
  it('every status of both tables can be reached', () => {
    expect(new Set(states.map(({ flow }) => flow.status))).toEqual(new Set(Object.keys(flowTable)))
    expect(new Set(states.map(({ session }) => session.status))).toEqual(new Set(Object.keys(sessionTable)))
  })

  it.each<[string, (state: MachineState) => boolean]>([
    ['an idle flow', ({ flow, inFlight }) => flow.status === 'idle' && !inFlight],
    ['a session', ({ session }) => session.status === 'active'],
    ['no session', ({ session }) => session.status === 'none'],
  ])('leads from every state to %s', (_, fits) => {
    const found = reaching(fits)
    expect(states.filter((state) => !found.has(nameOf(state))).map(where)).toEqual([])
  })

  it('a single event can end every flow that is not idle', () => {
    const leading = arrows.filter(({ to }) => to.flow.status === 'idle').map(({ from }) => nameOf(from))
    const exits = new Set(leading)
    const stuck = states.filter((state) => !exits.has(nameOf(state)))
    expect(stuck.map(where)).toEqual([])
  })

  it('every state is plain JSON', () => {
    expect(states.filter((state) => !isPlain(state)).map(where)).toEqual([])
  })

  it('a state contains nothing of an error except its fault', () => {
    const faults = states.flatMap(({ flow }) => ('fault' in flow && flow.fault ? [flow.fault] : []))
    const known = new Set(['kind', 'code', 'status', 'reason', 'retryAfter'])
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.flatMap(Object.keys).filter((key) => !known.has(key))).toEqual([])
    expect(JSON.stringify(states)).not.toContain('a secret')
  })

  it('a single-use call is in flight only in states where its result can be reported', () => {
    const out = new Set(states.filter((state) => state.inFlight).map(({ flow }) => flow.status))
    expect(out).toEqual(new Set(['creating', 'verifying']))
  })

  it('a single-use call is in flight whenever the flow is verifying', () => {
    expect(
      states.filter(({ flow, inFlight }) => flow.status === 'verifying' && !inFlight).map(where),
    ).toEqual([])
  })
})

describe('an event that means nothing', () => {
  it('an event without a row returns the same state object and no effects', () => {
    const rowless = arrows.filter(
      ({ from, event }) =>
        event.event !== 'stored' &&
        event.event !== 'unsettled' &&
        !(event.event in flowTable[from.flow.status]) &&
        !(event.event in sessionTable[from.session.status]),
    )
    expect(rowless.length).toBeGreaterThan(100)
    expect(rowless.filter(({ from, to, effects }) => to !== from || effects.length > 0)).toEqual([])
  })

  it('ignores a result from an earlier attempt, in every state', () => {
    const changed = states.flatMap((state) => {
      const later = { ...state, attempt: state.attempt + 5 }
      return results(state.attempt).filter((event) => {
        const [next, ...effects] = transition(later, event)
        return next !== later || effects.length > 0
      })
    })
    expect(changed).toEqual([])
  })

  it('ignores the end of another session', () => {
    const active = reached(restored)
    expect(transition(active, { event: 'ended', sessionId: second.id, reason: 'revoked' })).toEqual([active])
    expect(transition(active, { event: 'ended', sessionId: second.id, reason: 'revoked' })[0]).toBe(active)
  })

  it.each([
    ['active', reached(restored)],
    ['refreshing', reached(restored, { event: 'refresh' })],
  ])('ignores the adoption of the session that is %s', (_, state) => {
    const [next, ...effects] = transition(state, { event: 'adopted', session: first })
    expect(next).toBe(state)
    expect(effects).toEqual([])
  })

  it('ignores the storage tier that is already known', () => {
    const state = reached({ event: 'stored', tier: 'indexeddb' })
    expect(transition(state, { event: 'stored', tier: 'indexeddb' })[0]).toBe(state)
  })
})

describe('a start', () => {
  it.each(starts(2).slice(0, 2))('refuses a new attempt during a verify call: $event', (start) => {
    const [next, ...effects] = transition(verifying, start)
    expect(next).toBe(verifying)
    expect(effects).toEqual([{ effect: 'refuse', attempt: 2 }])
  })

  it.each(starts(2).slice(0, 2))(
    'refuses a new attempt while the call of a creation is in flight: $event',
    (start) => {
      const out = reached(
        absent,
        { event: 'create', attempt: 1, type: 'PASSKEY' },
        { event: 'sent', attempt: 1 },
      )
      expect(transition(out, start)).toEqual([out, { effect: 'refuse', attempt: 2 }])
    },
  )

  it('stops the superseded attempt before anything else', () => {
    const waiting = reached(absent, signIn(1), challenged)
    const [next, ...effects] = transition(waiting, signIn(2))
    expect(next.flow).toEqual({ status: 'challenging', type: 'EMAIL_OTP' })
    expect(effects).toEqual([
      { effect: 'stop', attempt: 1, reason: 'superseded' },
      { effect: 'challenge', attempt: 2 },
    ])
  })

  it('a new attempt supersedes the current one in every state without a call in flight', () => {
    const wrong = arrows.filter(({ from, event, effects }) => {
      if (event.event !== 'signIn' || from.inFlight || from.flow.status === 'idle') return false
      const [stop] = effects
      return stop?.effect !== 'stop' || stop.attempt !== from.attempt
    })
    expect(wrong).toEqual([])
  })

  it('a new attempt clears the last fault', () => {
    const failed = reached(absent, signIn(1), { event: 'failed', attempt: 1, error, fault })
    expect(failed.flow).toEqual({ status: 'idle', fault })
    expect(transition(failed, signIn(2))[0].flow).toEqual({ status: 'challenging', type: 'EMAIL_OTP' })
  })
})

describe('cancel', () => {
  it('cancel aborts a call in flight, and waits for its result', () => {
    const [next, ...effects] = transition(verifying, { event: 'cancel' })
    expect(next).toBe(verifying)
    expect(effects).toEqual([{ effect: 'abort', attempt: 1 }])
    expect(transition(next, { event: 'verified', attempt: 1, session: second })[0].session.status).toBe(
      'active',
    )
  })

  it('cancel stops every attempt without a call in flight', () => {
    const [next, ...effects] = transition(reached(absent, signIn(1)), { event: 'cancel' })
    expect(next.flow).toEqual({ status: 'idle' })
    expect(effects).toEqual([{ effect: 'stop', attempt: 1, reason: 'cancelled' }])
  })
})

describe('the session', () => {
  it('adding a credential does not change the session', () => {
    const creation: readonly MachineEvent[] = [
      { event: 'create', attempt: 1, type: 'PASSKEY' },
      { event: 'sent', attempt: 1 },
      { event: 'created', attempt: 1, credential },
    ]
    const active = reached(restored)
    let state = active
    for (const event of creation) {
      state = transition(state, event)[0]
      expect(state.session).toBe(active.session)
    }
    expect(state.flow).toEqual({ status: 'idle' })
  })

  it('of the flow’s events, only a verified proof changes the session', () => {
    const named = new Set([...starts(1), ...results(1), { event: 'cancel' }].map(({ event }) => event))
    named.delete('verified')
    const touched = arrows.filter(
      ({ from, event, to }) => named.has(event.event) && from.session !== to.session,
    )
    expect(touched).toEqual([])
  })

  it('the session stays until the next one is verified', () => {
    const again = reached(restored, signIn(1), challenged, { event: 'proven', attempt: 1 })
    expect(again.session).toEqual({ status: 'active', ...first })
    const [next, ...effects] = transition(again, { event: 'verified', attempt: 1, session: second })
    expect(next.session).toEqual({ status: 'active', ...second })
    expect(effects).toEqual([{ effect: 'resolve', attempt: 1 }, { effect: 'watch' }])
  })

  it('the session is active again when its refresh fails', () => {
    const refreshing = reached(restored, { event: 'refresh' })
    expect(transition(refreshing, { event: 'refreshFailed' })[0].session).toEqual({
      status: 'active',
      ...first,
    })
  })

  it('a session can end while it is refreshed, and the late refresh is ignored unless the session has expired', () => {
    const endedBy = (reason: 'expired' | 'signed-out' | 'revoked'): MachineState =>
      reached(restored, { event: 'refresh' }, { event: 'ended', sessionId: first.id, reason })
    const refreshed = { event: 'refreshed', session: second } as const
    for (const reason of ['signed-out', 'revoked'] as const) {
      const ended = endedBy(reason)
      expect(ended.session).toEqual({ status: 'none', reason })
      expect(transition(ended, refreshed)[0]).toBe(ended)
    }
    expect(transition(endedBy('expired'), refreshed)[0].session).toEqual({ status: 'active', ...second })
  })

  it('every session that becomes active is watched', () => {
    const unwatched = arrows.filter(
      ({ from, to, effects }) =>
        'id' in to.session &&
        (!('id' in from.session) || from.session.id !== to.session.id) &&
        !effects.some(({ effect }) => effect === 'watch'),
    )
    expect(unwatched).toEqual([])
  })
})

describe('an awaited proof', () => {
  it('awaits a proof again after a refusal, with the fault', () => {
    const [next, ...effects] = transition(verifying, {
      event: 'refused',
      attempt: 1,
      awaited: otp,
      fault,
      error,
    })
    expect(next.flow).toEqual({ status: 'awaitingProof', ...otp, fault })
    expect(next.inFlight).toBe(false)
    expect(effects).toEqual([
      { effect: 'reject', attempt: 1, error },
      { effect: 'await', attempt: 1 },
    ])
  })

  it('clears the fault of an awaited proof when another code is sent', () => {
    const refused = transition(verifying, { event: 'refused', attempt: 1, awaited: otp, fault, error })[0]
    const later = '2026-01-01T00:16:00.000Z'
    expect(transition(refused, { event: 'resent', attempt: 1, resendAt: later })[0].flow).toEqual({
      status: 'awaitingProof',
      ...otp,
      resendAt: later,
    })
  })

  it('a method with prove is asked for its proof, and no call settles yet', () => {
    const event: MachineEvent = { event: 'challenged', attempt: 1, awaited: assertion }
    const [, ...effects] = transition(reached(absent, signIn(1)), event)
    expect(effects).toEqual([{ effect: 'prove', attempt: 1 }])
  })

  it('the call settles when a proof by input is awaited', () => {
    const [, ...effects] = transition(reached(absent, signIn(1)), challenged)
    expect(effects).toEqual([
      { effect: 'await', attempt: 1 },
      { effect: 'resolve', attempt: 1 },
    ])
  })
})

describe('the diagram', () => {
  it('draws the same diagram every time', () => {
    expect(diagram()).toBe(diagram())
  })

  it('names every state and every row of the tables in the diagram', () => {
    const drawing = diagram()
    for (const table of [flowTable, sessionTable]) {
      for (const [status, rows] of Object.entries(table)) {
        const lines = drawing.split('\n').filter((line) => line.startsWith(`  ${status} -->`))
        const drawn = lines.flatMap((line) => line.split(': ')[1]?.split(', ') ?? [])
        expect(drawn.sort()).toEqual(Object.keys(rows).sort())
      }
    }
  })
})
