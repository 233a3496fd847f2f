/** Draws the two regions of the state machine from its tables. @module */

import { flowTable, transition } from '../src/wallet/machine/flow-table.js'
import {
  type Awaited,
  initialState,
  type MachineEvent,
  type MachineState,
  type SessionInfo,
  sessionTable,
} from '../src/wallet/machine/machine.js'

const session: SessionInfo = {
  id: 'Session:1',
  accountId: 'InternalAccount:1',
  credential: 'AuthMethod:1',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  expiresAt: '2026-01-01T00:15:00.000Z',
  authenticatedAt: '2026-01-01T00:00:00.000Z',
  publicKey: '02',
}
const awaited: Awaited = { type: 'EMAIL_OTP', proof: 'otp', credential: 'AuthMethod:1' }
const fault = { kind: 'session', code: 'CANCELLED' } as const
const error = new Error('sample')
const timestamps = { createdAt: session.expiresAt, updatedAt: session.expiresAt }
const { credential: id, accountId, type, nickname } = session

/** Returns one event of each kind for an attempt. */
const samples = (attempt: number): { readonly [E in MachineEvent as E['event']]: E } => ({
  signIn: { event: 'signIn', attempt, type },
  create: { event: 'create', attempt, type },
  found: { event: 'found', attempt, awaited },
  cancel: { event: 'cancel' },
  interrupted: { event: 'interrupted', fault },
  challenged: { event: 'challenged', attempt, awaited },
  resent: { event: 'resent', attempt, resendAt: session.expiresAt },
  proven: { event: 'proven', attempt },
  refused: { event: 'refused', attempt, awaited, fault, error },
  verified: { event: 'verified', attempt, session: { ...session, id: 'Session:2' } },
  sent: { event: 'sent', attempt },
  created: { event: 'created', attempt, credential: { id, accountId, type, nickname, ...timestamps } },
  failed: { event: 'failed', attempt, error, fault },
  gone: { event: 'gone', attempt },
  restored: { event: 'restored', session },
  absent: { event: 'absent', reason: 'new' },
  adopted: { event: 'adopted', session: { ...session, id: 'Session:2' } },
  refresh: { event: 'refresh' },
  refreshed: { event: 'refreshed', session: { ...session, id: 'Session:2' } },
  refreshFailed: { event: 'refreshFailed' },
  ended: { event: 'ended', sessionId: session.id, reason: 'expired' },
  stored: { event: 'stored', tier: 'indexeddb' },
  unsettled: { event: 'unsettled', quotes: [] },
})

const flows: { readonly [F in MachineState['flow'] as F['status']]: F } = {
  idle: { status: 'idle' },
  creating: { status: 'creating', type },
  challenging: { status: 'challenging', type },
  awaitingProof: { status: 'awaitingProof', ...awaited },
  verifying: { status: 'verifying', type },
}
const sessions: { readonly [S in MachineState['session'] as S['status']]: S } = {
  restoring: { status: 'restoring' },
  // With this reason, every event of the row changes the state.
  none: { status: 'none', reason: 'expired' },
  active: { status: 'active', ...session },
  refreshing: { status: 'refreshing', ...session },
}

type Region = 'flow' | 'session'
type Rows = Readonly<Record<string, unknown>>

/** Two states of a region, with the events that lead from one to the other. */
export interface Arrow {
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
}

/** Returns the arrows of one region, in the order of its table. */
function arrowsOf(
  region: Region,
  table: Readonly<Record<string, Rows>>,
  states: readonly MachineState[],
): readonly Arrow[] {
  return states.flatMap((state) => {
    const from = state[region].status
    const events = Object.values(samples(state.attempt)).filter(({ event }) => event in (table[from] ?? {}))
    const byTarget = new Map<string, string[]>()
    for (const event of events) {
      const [next] = transition(state, event)
      // A row that keeps the state changes only its fields, and is drawn as a loop.
      const to = next[region].status
      byTarget.set(to, [...(byTarget.get(to) ?? []), event.event])
    }
    return [...byTarget].map(([to, events]) => ({ from, to, events }))
  })
}

const drawn = (start: string, arrows: readonly Arrow[]): string => {
  const lines = arrows.map(({ from, to, events }) => `  ${from} --> ${to}: ${events.join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${start}`, ...lines, '```'].join('\n')
}

/** Returns the arrows of both regions, except those for a `cancel` or a start during a single-use call. */
export function arrows(): Readonly<Record<Region, readonly Arrow[]>> {
  const flow = Object.values(flows).map((flow): MachineState => ({ ...initialState, flow, attempt: 1 }))
  const live = Object.values(sessions).map(
    // `verified` brings a session only while a verify call is in flight.
    (session): MachineState => ({ ...initialState, session, flow: flows.verifying, attempt: 1 }),
  )
  return {
    flow: arrowsOf('flow', flowTable, flow),
    session: arrowsOf('session', sessionTable, live),
  }
}

/**
 * Returns the regions `flow` and `session` as two fenced mermaid blocks, with an arrow for each pair of states. The
 * text is the same every time. A `cancel` or a start during a single-use call is not drawn.
 */
export function diagram(): string {
  const { flow, session } = arrows()
  return [drawn('idle', flow), drawn('restoring', session)].join('\n\n')
}
