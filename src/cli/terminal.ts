/** What the executable needs from its environment. @module */

/** Where lines are printed, and when to stop. */
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
