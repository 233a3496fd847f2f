/** What a run of the executable has of the outside. @module */

/** Where lines go, and when it is enough. */
export interface Terminal {
  /** Writes a line for the person. */
  readonly print: (line: string) => void
  /** Writes a line about what went wrong. */
  readonly complain: (line: string) => void
  /** Aborts when the person has had enough. */
  readonly signal: AbortSignal
  /** Whether lines may carry colours. Default `plain`. */
  readonly colours?: 'plain' | 'ansi'
}
