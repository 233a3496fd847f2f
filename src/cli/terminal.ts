/** The terminal that the executable prints to. @module */

/** Functions that print lines, and the signal that stops the executable. */
export interface Terminal {
  /** Prints a line. */
  readonly print: (line: string) => void
  /** Prints a line about a failure. */
  readonly complain: (line: string) => void
  /** Aborts when the user stops the executable. */
  readonly signal: AbortSignal
  /** Whether lines may be colored. Default `plain`. */
  readonly colours?: 'plain' | 'ansi'
}
