/** Holds the state, notifies listeners, and passes effects to their interpreter. @module */
import {
  type Effect,
  initialState,
  type MachineEvent,
  type MachineState,
  transition,
  type WalletState,
} from './machine.js'

/** What happened to a wallet, by name: for inspectors and logs. Carries no secret, and no value of an event or effect. */
export interface Transition {
  /** Such as `challenged`. */
  readonly event: MachineEvent['event']
  /** What is done about it, in order, such as `verify`. */
  readonly effects: readonly Effect['effect'][]
  /** As `getState()` gives it from now on. */
  readonly state: WalletState
}

export interface StateStore {
  state(): MachineState
  /** What the public sees: the same frozen object until something changes. */
  snapshot(): WalletState
  /** Takes the transition and reports it, then has its effects run, then notifies the listeners. */
  dispatch(event: MachineEvent): void
  subscribe(listener: () => void): () => void
  /** Passes effects to this interpreter from now on. */
  interpret(run: (effect: Effect) => void): void
  /** From now on nothing changes and no listener is called. */
  close(): void
}

export function createStateStore(
  run: (effect: Effect) => void,
  report: (transition: Transition) => void = () => {},
): StateStore {
  const listeners = new Set<() => void>()
  let state = initialState
  let snapshot = snapshotOf(state)
  let closed = false
  return {
    state: () => state,
    snapshot: () => snapshot,
    dispatch(event) {
      if (closed) return
      const [next, ...effects] = transition(state, event)
      const isNew = next !== state
      const isSeen = (['session', 'flow', 'storage', 'unsettled'] as const).some(
        (part) => next[part] !== state[part],
      )
      state = next
      if (isSeen) snapshot = snapshotOf(state)
      // Before the effects, whose own events follow from this one. An event that changes nothing is not reported.
      if (isNew || effects.length > 0) {
        notify(() =>
          report({ event: event.event, effects: effects.map(({ effect }) => effect), state: snapshot }),
        )
      }
      for (const effect of effects) run(effect)
      if (isSeen) for (const listener of [...listeners]) if (listeners.has(listener)) notify(listener)
    },
    subscribe(listener) {
      // The same function may be subscribed twice; each subscription ends by itself.
      const entry = (): void => listener()
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    interpret: (next) => {
      run = next
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

/** A listener's error is reported as uncaught, and does not keep the others from being called. */
function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
