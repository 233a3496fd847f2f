/**
 * Every state that the machine can reach, and every event in it. Nothing is assumed about the order of events: orders
 * that the library never produces are tested too.
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { SessionError } from '../../errors.js'
import { transition } from './flow-table.js'
import type { Awaited, Effect, MachineEvent, MachineState, NoSessionReason, SessionInfo } from './machine.js'
import { initialState } from './machine.js'

const sessionOf = (id: string): SessionInfo => ({
  id,
  accountId: 'InternalAccount:1',
  credential: 'AuthMethod:1',
  type: 'PASSKEY',
  nickname: 'Laptop',
  expiresAt: '2026-11-21T12:15:00.000Z',
  authenticatedAt: '2026-11-21T12:00:00.000Z',
  publicKey: '02ab',
})
const sessions = [sessionOf('Session:1'), sessionOf('Session:2')] as const
const types = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const
const reasons: readonly NoSessionReason[] = [
  'new',
  'signed-out',
  'expired',
  'revoked',
  'interrupted',
  'unread',
]
const awaiteds: readonly Awaited[] = [
  { type: 'PASSKEY', proof: 'assertion', credential: 'AuthMethod:1' },
  { type: 'EMAIL_OTP', proof: 'otp', credential: 'AuthMethod:2', resendAt: 'soon' },
  { type: 'OAUTH', proof: 'oidcToken', credential: 'AuthMethod:3' },
]
const fault = { kind: 'session', code: 'INTERRUPTED' } as const
const error = new SessionError('BUSY', 'Any error.')
const credential = { id: 'AuthMethod:4', accountId: 'InternalAccount:1', type: 'PASSKEY', nickname: 'Key' }

/** The results of an attempt. */
const resultsOf = (attempt: number): readonly MachineEvent[] => [
  ...awaiteds.flatMap((awaited): MachineEvent[] => [
    { event: 'challenged', attempt, awaited },
    { event: 'refused', attempt, awaited, fault, error },
  ]),
  { event: 'resent', attempt, resendAt: 'later' },
  { event: 'resent', attempt, resendAt: 'later', fault },
  { event: 'proven', attempt },
  ...sessions.map((session): MachineEvent => ({ event: 'verified', attempt, session })),
  { event: 'sent', attempt },
  // The machine only passes the credential on.
  { event: 'created', attempt, credential: credential as never },
  { event: 'failed', attempt, error },
  { event: 'failed', attempt, error, fault },
  { event: 'gone', attempt },
]

const startsOf = (attempt: number): readonly MachineEvent[] => [
  ...types.flatMap((type): MachineEvent[] => [
    { event: 'signIn', attempt, type },
    { event: 'create', attempt, type },
  ]),
  ...awaiteds.map((awaited): MachineEvent => ({ event: 'found', attempt, awaited })),
]

const others: readonly MachineEvent[] = [
  { event: 'cancel' },
  { event: 'interrupted', fault },
  ...sessions.flatMap((session): MachineEvent[] => [
    { event: 'restored', session },
    { event: 'adopted', session },
    { event: 'refreshed', session },
    ...reasons.map((reason): MachineEvent => ({ event: 'ended', sessionId: session.id, reason })),
  ]),
  ...reasons.map((reason): MachineEvent => ({ event: 'absent', reason })),
  { event: 'refresh' },
  { event: 'refreshFailed' },
  { event: 'stored', tier: 'memory' },
  { event: 'stored', tier: 'indexeddb' },
  { event: 'unsettled', quotes: [] },
  { event: 'unsettled', quotes: [{ quoteId: 'Quote:1', since: 'then' }] },
]

interface Edge {
  readonly state: MachineState
  readonly event: MachineEvent
  readonly next: MachineState
  readonly effects: readonly Effect[]
}

/** Attempts are counted from one again, so that there are not infinitely many states. */
const counted = (state: MachineState): MachineState => ({ ...state, attempt: Math.min(state.attempt, 1) })

const eventsIn = ({ attempt }: MachineState): readonly MachineEvent[] => [
  ...startsOf(attempt + 1),
  ...resultsOf(attempt),
  ...resultsOf(attempt - 1),
  ...others,
]

function explored(): { readonly states: readonly MachineState[]; readonly edges: readonly Edge[] } {
  const states = new Map([[JSON.stringify(initialState), initialState]])
  const edges: Edge[] = []
  for (const state of states.values())
    for (const event of eventsIn(state)) {
      const [next, ...effects] = transition(state, event)
      edges.push({ state, event, next, effects })
      const found = counted(next)
      const key = JSON.stringify(found)
      if (!states.has(key)) states.set(key, found)
    }
  return { states: [...states.values()], edges }
}

const starts = new Set(['signIn', 'create', 'found'])
const isStale = ({ state, event }: Edge): boolean =>
  'attempt' in event && !starts.has(event.event) && event.attempt !== state.attempt
const isIdle = ({ flow }: MachineState): boolean => flow.status === 'idle'
const led = (state: MachineState, ...events: readonly MachineEvent[]): MachineState =>
  events.reduce((before, event) => transition(before, event)[0], state)
const settles = (effects: readonly Effect[], attempt: number): boolean =>
  effects.some((each) => ['resolve', 'reject', 'stop'].includes(each.effect) && numberOf(each) === attempt)
const numberOf = (effect: Effect): number | undefined => ('attempt' in effect ? effect.attempt : undefined)
/** Describes the edges that break a rule. */
const told = (edges: readonly Edge[]): readonly string[] =>
  edges.slice(0, 5).map(({ state, event, effects }) => JSON.stringify({ state, event, effects }))

describe('every state of the machine, with every event', () => {
  let states: readonly MachineState[] = []
  let edges: readonly Edge[] = []
  const breaking = (isWrong: (edge: Edge) => boolean): readonly string[] => told(edges.filter(isWrong))

  beforeAll(() => {
    ;({ states, edges } = explored())
  })

  test('the machine has as many states as when this test was written', () => {
    expect({ states: states.length, edges: edges.length }).toEqual({ states: 1_232, edges: 89_936 })
  })

  test('a stale result does nothing', () => {
    expect(
      breaking((edge) => isStale(edge) && (edge.next !== edge.state || edge.effects.length > 0)),
    ).toEqual([])
  })

  test('a single-use call in flight is never replaced, and a new attempt is refused', () => {
    const results = new Set(['verified', 'created', 'refused', 'failed'])
    expect(
      breaking(({ state, event, next, effects }) => {
        if (!state.inFlight) return false
        if (event.event === 'signIn' || event.event === 'create')
          return next !== state || effects.length !== 1 || effects[0]?.effect !== 'refuse'
        const isKept = next.flow === state.flow && next.attempt === state.attempt && next.inFlight
        return !isKept && !results.has(event.event)
      }),
    ).toEqual([])
  })

  test('a call is in flight only in the states that send one, and during a verify call the flow is verifying', () => {
    const sending = ['creating', 'verifying']
    expect(
      told(
        edges.filter(
          ({ next: { inFlight, flow } }) =>
            (inFlight && !sending.includes(flow.status)) || (flow.status === 'verifying' && !inFlight),
        ),
      ),
    ).toEqual([])
  })

  test('cancel leaves every flow, at once or with the result of the call in flight', () => {
    for (const state of states.filter((each) => !isIdle(each))) {
      const [next, ...effects] = transition(state, { event: 'cancel' })
      if (state.inFlight) expect(effects).toEqual([{ effect: 'abort', attempt: state.attempt }])
      else expect(effects).toEqual([{ effect: 'stop', attempt: state.attempt, reason: 'cancelled' }])
      const failed: MachineEvent = { event: 'failed', attempt: state.attempt, error }
      expect(isIdle(state.inFlight ? led(next, failed) : next)).toBe(true)
    }
  })

  test('a failure leaves every flow, and no call is then in flight', () => {
    for (const state of states.filter((each) => !isIdle(each))) {
      const next = led(state, { event: 'failed', attempt: state.attempt, error, fault })
      expect([next.flow, next.inFlight]).toEqual([{ status: 'idle', fault }, false])
    }
  })

  test('every status of a flow begins with the work that has its deadline', () => {
    const work: Readonly<Record<string, readonly string[]>> = {
      challenging: ['challenge'],
      creating: ['create'],
      awaitingProof: ['await', 'prove'],
      verifying: ['verify'],
    }
    expect(
      breaking(({ state, next, effects }) => {
        const begins = next.flow.status !== state.flow.status || next.attempt !== state.attempt
        const own = effects.filter((each) => numberOf(each) === next.attempt).map(({ effect }) => effect)
        return begins && !isIdle(next) && !own.some((each) => work[next.flow.status]?.includes(each))
      }),
    ).toEqual([])
  })

  test('no call waits for an attempt that has ended', () => {
    expect(
      breaking(({ state, next, effects }) => {
        const hasEnded = isIdle(next) || next.attempt !== state.attempt
        return !isIdle(state) && hasEnded && !settles(effects, state.attempt)
      }),
    ).toEqual([])
  })

  test('every session can end, is watched from the start, and is active again after a failed refresh', () => {
    expect(
      breaking(({ state, next, effects }) => {
        const [before, shown] = [state.session, next.session]
        const isNew = 'id' in shown && (!('id' in before) || before.id !== shown.id)
        return isNew && !effects.some((each) => each.effect === 'watch')
      }),
    ).toEqual([])
    for (const state of states) {
      const { session } = state
      if (session.status === 'restoring')
        expect(led(state, { event: 'absent', reason: 'new' }).session.status).toBe('none')
      if (!('id' in session)) continue
      expect(led(state, { event: 'ended', sessionId: session.id, reason: 'expired' }).session).toEqual({
        status: 'none',
        reason: 'expired',
      })
      expect(led(state, { event: 'refreshFailed' }).session).toEqual({ ...session, status: 'active' })
    }
  })

  test('a session changes only by events that start or end one, and the end of another session changes nothing', () => {
    const bringing = new Set([
      'restored',
      'verified',
      'adopted',
      'refreshed',
      'absent',
      'ended',
      'interrupted',
    ])
    const marking = new Set(['refresh', 'refreshFailed'])
    expect(
      breaking(({ state, event, next }) => {
        if (next.session === state.session) return false
        if (marking.has(event.event)) return next.session.status === state.session.status
        const shown = 'id' in state.session ? state.session.id : undefined
        return !bringing.has(event.event) || (event.event === 'ended' && event.sessionId !== shown)
      }),
    ).toEqual([])
  })

  test('a refresh brings no session back after a sign-out or a revocation', () => {
    expect(
      breaking(
        ({ state: { session }, event, next }) =>
          event.event === 'refreshed' &&
          session.status === 'none' &&
          session.reason !== 'expired' &&
          next.session !== session,
      ),
    ).toEqual([])
  })
})
