/** The state store: holds the state, notifies listeners, and passes effects to their interpreter. @module */
import {
  type Effect,
  initialState,
  type MachineEvent,
  type MachineState,
  type Table,
  transitionWith,
  type WalletState,
} from './machine.js'

/** One transition of a wallet, for inspectors and logs: its event and effects by name, without values or secrets. */
export interface Transition {
  /** The name of the event, such as `challenged`. */
  readonly event: MachineEvent['event']
  /** The names of the effects that follow, in order, such as `verify`. */
  readonly effects: readonly Effect['effect'][]
  /** What `getState()` returns from now on. */
  readonly state: WalletState
}

export interface StateStore {
  state(): MachineState
  /** The public state: the same frozen object until something changes. */
  snapshot(): WalletState
  /** Makes the transition and reports it, then runs its effects, then notifies the listeners. */
  dispatch(event: MachineEvent): void
  subscribe(listener: () => void): () => void
  /** Passes effects to this interpreter from now on, and lets flows begin. */
  interpret(run: (effect: Effect) => void, flowTable: Table<'flow'>): void
  /** Freezes the state: later events are ignored, and no listener is called. */
  close(): void
}

/**
 * The frozen first state of every wallet, until its storage has been read: the snapshot for server rendering.
 *
 * @example
 * useSyncExternalStore(wallet.subscribe, wallet.getState, () => initialWalletState)
 */
export const initialWalletState: WalletState = /* @__PURE__ */ snapshotOf(initialState)

export function createStateStore(
  run: (effect: Effect) => void,
  report: (transition: Transition) => void = () => {},
  table?: Table<'flow'>,
): StateStore {
  const listeners = new Set<() => void>()
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
      // Reported before the effects run, because they dispatch events too. An event that changes nothing is not reported.
      if (isNew || effects.length > 0) {
        notify(() =>
          report({ event: event.event, effects: effects.map(({ effect }) => effect), state: snapshot }),
        )
      }
      for (const effect of effects) run(effect)
      if (isSeen) for (const listener of [...listeners]) if (listeners.has(listener)) notify(listener)
    },
    subscribe(listener) {
      // The same function may be subscribed twice: each subscription is ended separately.
      const entry = (): void => listener()
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
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
  if ('fault' in flow) Object.freeze(flow.fault)
  for (const part of [session, flow, unsettled, ...unsettled]) Object.freeze(part)
  return Object.freeze({ session, flow, storage, unsettled })
}

/** Reports a listener's error as uncaught, so that the other listeners are still called. */
export function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
