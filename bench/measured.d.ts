/** The types of what the pages of the benchmark find and put in `globalThis`, and of what is measured. @module */

/** From a sealed key to a stored signer. */
export interface OpeningSide {
  prepare(jwk: JsonWebKey, publicKey: string): Promise<void>
  open(given: { readonly sealed: string; readonly clientKey: string }): Promise<unknown>
}

type Stamp = () => Promise<unknown>

declare global {
  /** The account of the customer. */
  var accountId: string
  /** Called by a page after its first stamp, with the time when the session expires, if it knows one. */
  var stamped: (expiresAt?: number, stamp?: Stamp) => void
  /** Resolves when `stamped` is called. `at` is in milliseconds since the navigation began. */
  var first: Promise<{ readonly at: number; readonly expiresAt?: number; readonly stamp?: Stamp }>
  /** The milliseconds of each task of over 50. */
  var longTasks: number[]
  /** Stores a session as a sign-in does. */
  var seed: () => Promise<void>
  var opening: Map<string, OpeningSide> | undefined
}

/** Two numbers between which half of the rounds are. */
export type Middle = readonly [number, number]

/** A ratio over all rounds: the median, and the middle half. */
export interface Ratio {
  readonly median: number
  readonly middle: Middle
}

/** Several sides that took turns. */
export interface Compared {
  /** Each side's median, in milliseconds. */
  readonly ms: Readonly<Record<string, number>>
  /** Compares two sides by the ratios `one / other` of all rounds. */
  ratio(one: string, other: string): Ratio
}

/** How long one side kept the main thread, from the load until the page was idle. */
export interface MainThread {
  /** The median of the milliseconds by which the tasks of a visit exceed 50, added up. */
  readonly blocked: number
  /** The number of visits with a task of over 50 ms. */
  readonly visits: number
  /** The longest such task in milliseconds, or 0. */
  readonly longest: number
}

/** Visits under one condition. */
export interface Visits extends Compared {
  readonly rounds: number
  readonly mainThread: Readonly<Record<string, MainThread>>
}

export interface Side {
  /** The name of its pages: `start-NAME.js` and, unless `seed` names another, `seed-NAME.js`. */
  readonly name: string
  readonly title: string
  readonly seed?: string
  /** Whether it says when its session expires. */
  readonly session: boolean
}
