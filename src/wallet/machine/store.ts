/** Holds the state, tells listeners, hands effects on. @module */
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

export interface Holder {
  state(): MachineState
  /** What the public sees: the same frozen object until something changes. */
  snapshot(): WalletState
  /** Takes the transition and reports it, then has its effects run, then tells the listeners. */
  dispatch(event: MachineEvent): void
  subscribe(listener: () => void): () => void
  /** From now on nothing changes and nobody is told. */
  close(): void
}

export function createHolder(
  run: (effect: Effect) => void,
  report: (transition: Transition) => void = () => {},
): Holder {
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
      const isSeen =
        next.session !== state.session || next.flow !== state.flow || next.storage !== state.storage
      state = next
      if (isSeen) snapshot = snapshotOf(state)
      // Before the effects, whose own events follow from this one. What means nothing here is not reported.
      if (isNew || effects.length > 0) {
        notify(() =>
          report({ event: event.event, effects: effects.map(({ effect }) => effect), state: snapshot }),
        )
      }
      for (const effect of effects) run(effect)
      if (isSeen) for (const listener of [...listeners]) if (listeners.has(listener)) notify(listener)
    },
    subscribe(listener) {
      // The same function may listen twice, and each subscription ends alone.
      const entry = (): void => listener()
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    close() {
      closed = true
      listeners.clear()
    },
  }
}

function snapshotOf({ session, flow, storage }: MachineState): WalletState {
  if ('fault' in flow) Object.freeze(flow.fault)
  return Object.freeze({ session: Object.freeze(session), flow: Object.freeze(flow), storage })
}

/** An app's listener that throws is the app's to see, and no reason to keep others waiting. */
function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
