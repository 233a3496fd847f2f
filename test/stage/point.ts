/** The points at which a page touches the outside, and what its life is to others. @module */

/**
 * The point at which a page dies, and the side of the point. `late`: what the page sent arrives after the next page has
 * opened.
 */
export interface Crash {
  readonly at: number
  readonly when: When
}

export type When = 'before' | 'after' | 'late'

/** One point at which a page touches the outside. */
export interface Point {
  readonly name: string
  /** The sides on which a death makes a difference. */
  readonly sides: readonly When[]
}

/** Counts the points of a flow on all its pages. */
export interface Counter {
  readonly points: Point[]
  readonly crash: Crash | undefined
  isCounting: boolean
}

export interface Life {
  /** The name in traces. */
  readonly name: string
  readonly isAlive: () => boolean
  kill(): void
  /** Until the page is thawed, nothing reaches it: answers and timers wait, and messages are lost. */
  freeze(): void
  thaw(): void
  readonly isFrozen: () => boolean
  /** Moves the page to a background tab, whose timers the browser runs once a minute. */
  hide(): void
  show(): void
  readonly isHidden: () => boolean
  /** Calls `burn` after the page has touched the outside `touches` more times. */
  fuse(touches: number, burn: () => void): void
  /** Registers a function that the browser calls when the page dies. */
  onDeath(fn: () => void): void
  /** Runs code of this page. Its microtasks have finished once `settled` of the loop resolves. */
  run<T>(fn: () => T): T
  /** Requests something from the outside. Never settles if the page has died. */
  act<T>(point: Asked, work: () => Promise<T>): Promise<T>
  /** Sends something to the outside, without an answer. */
  tell(point: Point, work: () => void): void
  /** Wraps a function that the outside calls later. It runs only if the page is still alive. */
  heard<A extends readonly unknown[]>(name: string, fn: (...args: A) => unknown): (...args: A) => void
}

/** A point with an answer. */
export interface Asked extends Point {
  /** Whether the work begins in a separate task, like a request over the network, and not at once. */
  readonly travels?: boolean
  /** Answers with the same lane arrive in the order in which the work ends. */
  readonly lane?: string
}
