/** The transitions of the flow: what each event does in each status. @module */
import type { Fault } from '../../errors.js'
import type { CredentialType } from '../../wire/credential-type.js'
import {
  type Cell,
  type Cells,
  type Effect,
  type FlowState,
  type MachineEvent,
  type MachineState,
  type Table,
  type Transition,
  transitionWith,
} from './machine.js'

const idle: FlowState = { status: 'idle' }

/**
 * A new attempt replaces the current one. While a single-use call is in flight, a new attempt is refused, because the
 * call's answer may still arrive.
 */
const start =
  (status: 'challenging' | 'creating', effect: 'challenge' | 'create') =>
  (
    state: MachineState,
    { attempt, type }: { readonly attempt: number; readonly type: CredentialType },
  ): Transition => {
    if (state.inFlight) return [{}, { effect: 'refuse', attempt }]
    const older: Effect[] =
      state.flow.status === 'idle' ? [] : [{ effect: 'stop', attempt: state.attempt, reason: 'superseded' }]
    return [{ flow: { status, type }, attempt }, ...older, { effect, attempt }]
  }

const starts: Cells = { signIn: start('challenging', 'challenge'), create: start('creating', 'create') }

/** Cancelling waits for the result of a single-use call in flight, so that a delivered key is never lost. */
const cancel: Cell<unknown> = ({ attempt, inFlight }) =>
  inFlight
    ? [{}, { effect: 'abort', attempt }]
    : [{ flow: idle }, { effect: 'stop', attempt, reason: 'cancelled' }]

/** A call of the attempt was refused, but the attempt still awaits a proof. */
const refused: Cell<MachineEvent & { readonly event: 'refused' }> = (
  _,
  { attempt, awaited, fault, error },
) => [
  { flow: { status: 'awaitingProof', ...awaited, fault }, inFlight: false },
  { effect: 'reject', attempt, error },
  { effect: 'await', attempt },
]

const failed: Cell<{ readonly attempt: number; readonly error: Error; readonly fault?: Fault }> = (
  _,
  { attempt, error, fault },
) => [
  { flow: fault === undefined ? idle : { status: 'idle', fault }, inFlight: false },
  { effect: 'reject', attempt, error },
]

/** The transitions of `flow`. */
export const flowTable: Table<'flow'> = {
  idle: {
    ...starts,
    cancel: ({ flow }) => (flow.fault ? [{ flow: idle }] : [{}]),
    found: (_, { attempt, awaited }) => [
      { flow: { status: 'awaitingProof', ...awaited }, attempt },
      { effect: 'await', attempt },
    ],
    // If there is no session, `sessionTable` already shows the interruption as the reason why there is none.
    interrupted: ({ session }, { fault }) =>
      session.status === 'none' ? [{}] : [{ flow: { status: 'idle', fault } }],
  },
  creating: {
    ...starts,
    cancel,
    failed,
    sent: () => [{ inFlight: true }],
    created: (_, { attempt, credential }) => [
      { flow: idle, inFlight: false },
      { effect: 'resolve', attempt, credential },
    ],
  },
  challenging: {
    ...starts,
    cancel,
    failed,
    // The service refused to send another code, so the flow awaits the previous code.
    refused,
    challenged: (_, { attempt, awaited }) => [
      { flow: { status: 'awaitingProof', ...awaited } },
      ...(awaited.proof === 'otp' ? inputAwaited(attempt) : [{ effect: 'prove', attempt } as const]),
    ],
  },
  awaitingProof: {
    ...starts,
    cancel,
    failed,
    proven: ({ flow }, { attempt }) => [
      { flow: { status: 'verifying', type: flow.type }, inFlight: true },
      { effect: 'verify', attempt },
    ],
    resent: ({ flow }, { attempt, resendAt, fault }) => {
      const { fault: _, ...rest } = flow
      return [{ flow: { ...rest, resendAt, ...(fault && { fault }) } }, { effect: 'await', attempt }]
    },
    gone: (_, { attempt }) => [{ flow: idle }, { effect: 'stop', attempt, reason: 'gone' }],
  },
  verifying: {
    ...starts,
    cancel,
    failed,
    refused,
    verified: (_, { attempt }) => [
      { flow: idle, inFlight: false },
      { effect: 'resolve', attempt },
    ],
  },
}

const inputAwaited = (attempt: number): Effect[] => [
  { effect: 'await', attempt },
  { effect: 'resolve', attempt },
]

/** Returns the next state according to both tables, and the effects to run. */
export const transition = (state: MachineState, event: MachineEvent): readonly [MachineState, ...Effect[]] =>
  transitionWith(flowTable, state, event)
