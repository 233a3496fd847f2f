/** Run by itself, so that the tests of one room do not pay for those of another. */
export interface Group {
  /** Globs of the source that is changed. */
  readonly files: readonly string[]
  /** Globs of the tests that are run. */
  readonly tests: readonly string[]
}

export declare const groups: Readonly<Record<string, Group>>
