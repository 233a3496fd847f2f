/** The result of a step of `npm test`. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed: test cases with their files and messages, and failures outside test cases. */
  readonly remarks: readonly string[]
}

export declare function checkTally(code: number): Tally
export declare function vitestTally(code: number, report: string | undefined): Tally
export declare function playwrightTally(code: number, report: string | undefined): Tally
export declare function sumTallies(tallies: readonly Tally[]): Tally
export declare function closingLine(total: Tally): string
