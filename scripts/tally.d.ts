/** What a step of the tests came to. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed: a test case, with its file and its message where there is one, or what no test case stands for. */
  readonly remarks: readonly string[]
}

export declare function checkTally(code: number): Tally
export declare function vitestTally(code: number, report: string | undefined): Tally
export declare function playwrightTally(code: number, report: string | undefined): Tally
export declare function sumTallies(tallies: readonly Tally[]): Tally
export declare function closingLine(total: Tally): string
