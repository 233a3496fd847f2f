/** One row of the benchmark's table. @module */

/** A side, beside ours. */
export interface Beside {
  /** Its median in milliseconds. */
  readonly ms: number
  /** The median of ours divided by it, round by round. */
  readonly ratio: number
  /** Between which two ratios half of the rounds are. */
  readonly middle?: readonly [number, number]
  /** The ratio that we want at most. */
  readonly wanted?: number
}

export interface Row {
  readonly name: string
  /** Our median in milliseconds. */
  readonly ours: number
  readonly peer?: Beside
  readonly limit?: Beside
}
