/** The state store: holds the state, notifies listeners, and passes effects to their interpreter. @module */
import { createListeners, notify } from './listeners.js'
import {
  type Effect,
  initialState,
  type MachineEvent,
  type MachineState,
  type Table,
  transitionWith,
  type WalletState,
} from './machine.js'

/**
 * One transition of a wallet, for inspectors and logs. It has the names of the event and the effects, without their
 * values, so it contains no secrets.
 */
export interface Transition {
  /** The name of the event, such as `challenged`. */
  readonly event: MachineEvent['event']
  /** The names of the effects that follow, in order, such as `verify`. */
  readonly effects: readonly Effect['effect'][]
  /** The new state, which `getState()` now returns. */
  readonly state: WalletState
}

/** Holds the state of one wallet. */
export interface StateStore {
  state(): MachineState
  /** The public state. It is the same frozen object until something changes. */
  snapshot(): WalletState
  /** Makes the transition, reports it, runs its effects, and then notifies the listeners. */
  dispatch(event: MachineEvent): void
  subscribe(listener: () => void): () => void
  /** Sets the interpreter that runs all later effects, and the table that lets flows begin. */
  interpret(run: (effect: Effect) => void, flowTable: Table<'flow'>): void
  /** Closes the store: later events are ignored, and no listener is called any more. */
  close(): void
}

/**
 * The frozen state of every wallet before its storage has been read. Use it as the snapshot for server rendering.
 *
 * @example
 * useSyncExternalStore(wallet.subscribe, wallet.getState, () => initialWalletState)
 */
export const initialWalletState: WalletState = /* @__PURE__ */ snapshotOf(initialState)

/** Creates the store with the initial state. `run` interprets effects; `report` is called with each transition. */
export function createStateStore(
  run: (effect: Effect) => void,
  report: (transition: Transition) => void = () => {},
  table?: Table<'flow'>,
): StateStore {
  const listeners = createListeners()
  let state = initialState
  let snapshot = initialWalletState
  let closed = false
  return {
    state: () => state,
    snapshot: () => snapshot,
    dispatch(event) {
      if (closed) return
      const [next, ...effects] = transitionWith(table, state, event)
      const isNew = next !== state
      const isSeen = (['session', 'flow', 'storage', 'unsettled'] as const).some(
        (part) => next[part] !== state[part],
      )
      state = next
      if (isSeen) snapshot = snapshotOf(state)
      // The transition is reported before its effects run, because effects dispatch further events. An event that
      // changes nothing is not reported.
      if (isNew || effects.length > 0) {
        notify(() =>
          report({ event: event.event, effects: effects.map(({ effect }) => effect), state: snapshot }),
        )
      }
      for (const effect of effects) run(effect)
      if (isSeen) listeners.call()
    },
    subscribe: listeners.subscribe,
    interpret: (next, flowTable) => {
      run = next
      table = flowTable
    },
    close() {
      closed = true
      listeners.clear()
    },
  }
}

function snapshotOf({ session, flow, storage, unsettled }: MachineState): WalletState {
  const waits = unsettled.flatMap(({ waitsFor }) => [waitsFor, waitsFor?.availableFactors])
  for (const part of [session, flow, ...Object.values(flow), unsettled, ...unsettled, ...waits])
    Object.freeze(part)
  return Object.freeze({ session, flow, storage, unsettled })
}
