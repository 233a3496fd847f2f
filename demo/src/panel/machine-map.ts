/** The library's state machine as data: states with their positions, and arrows with their events. @module */
import type { FlowState, SessionState, Transition } from 'embedded-wallet-auth'

/** A transition from one state to another, or to the same state if only fields change. */
export interface Arrow<State extends string = string> {
  readonly from: State
  readonly to: State
  readonly events: readonly Transition['event'][]
}

/** How a region is drawn. */
export interface RegionMap<State extends string = string> {
  readonly start: State
  /** The width and height of the drawing, in its own units. */
  readonly size: readonly [width: number, height: number]
  /** The center of each state's box. */
  readonly places: Readonly<Record<State, readonly [x: number, y: number]>>
  readonly arrows: readonly Arrow<State>[]
  /**
   * The transitions that are always drawn. Another one is drawn once it has occurred, or while the pointer is on its
   * state.
   */
  readonly main: readonly (readonly [from: State, to: State])[]
}

/** The flow's region. A test compares its arrows with the library's table. */
export const flowMap: RegionMap<FlowState['status']> = {
  start: 'idle',
  size: [320, 248],
  places: {
    idle: [64, 120],
    challenging: [64, 44],
    awaitingProof: [240, 44],
    verifying: [240, 120],
    creating: [176, 202],
  },
  main: [
    ['idle', 'challenging'],
    ['challenging', 'awaitingProof'],
    ['awaitingProof', 'verifying'],
    ['verifying', 'idle'],
    ['idle', 'creating'],
    ['creating', 'idle'],
  ],
  arrows: [
    { from: 'idle', to: 'challenging', events: ['signIn'] },
    { from: 'idle', to: 'creating', events: ['create'] },
    { from: 'idle', to: 'awaitingProof', events: ['found'] },
    { from: 'idle', to: 'idle', events: ['cancel', 'interrupted'] },
    { from: 'creating', to: 'challenging', events: ['signIn'] },
    { from: 'creating', to: 'creating', events: ['create', 'sent'] },
    { from: 'creating', to: 'idle', events: ['cancel', 'created', 'failed'] },
    { from: 'challenging', to: 'challenging', events: ['signIn'] },
    { from: 'challenging', to: 'creating', events: ['create'] },
    { from: 'challenging', to: 'idle', events: ['cancel', 'failed'] },
    { from: 'challenging', to: 'awaitingProof', events: ['challenged', 'refused'] },
    { from: 'awaitingProof', to: 'challenging', events: ['signIn'] },
    { from: 'awaitingProof', to: 'creating', events: ['create'] },
    { from: 'awaitingProof', to: 'idle', events: ['cancel', 'failed', 'gone'] },
    { from: 'awaitingProof', to: 'awaitingProof', events: ['resent'] },
    { from: 'awaitingProof', to: 'verifying', events: ['proven'] },
    { from: 'verifying', to: 'challenging', events: ['signIn'] },
    { from: 'verifying', to: 'creating', events: ['create'] },
    { from: 'verifying', to: 'idle', events: ['cancel', 'verified', 'failed'] },
    { from: 'verifying', to: 'awaitingProof', events: ['refused'] },
  ],
}

/** The session's region. A test compares its arrows with the library's table. */
export const sessionMap: RegionMap<SessionState['status']> = {
  start: 'restoring',
  size: [320, 190],
  places: {
    restoring: [64, 44],
    active: [240, 44],
    none: [64, 146],
    refreshing: [240, 146],
  },
  main: [
    ['restoring', 'active'],
    ['restoring', 'none'],
    ['none', 'active'],
    ['active', 'none'],
    ['active', 'refreshing'],
    ['refreshing', 'active'],
  ],
  arrows: [
    { from: 'restoring', to: 'active', events: ['restored'] },
    { from: 'restoring', to: 'none', events: ['absent'] },
    { from: 'none', to: 'none', events: ['interrupted'] },
    { from: 'none', to: 'active', events: ['verified', 'adopted', 'refreshed'] },
    { from: 'active', to: 'active', events: ['verified', 'adopted'] },
    { from: 'active', to: 'refreshing', events: ['refresh'] },
    { from: 'active', to: 'none', events: ['ended'] },
    { from: 'refreshing', to: 'active', events: ['verified', 'adopted', 'refreshed', 'refreshFailed'] },
    { from: 'refreshing', to: 'none', events: ['ended'] },
  ],
}
