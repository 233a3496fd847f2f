/** A group of mutants that is run separately, with only its own tests. */
export interface Group {
  /** Globs of the source files to mutate. */
  readonly files: readonly string[]
  /** Globs of the tests to run. */
  readonly tests: readonly string[]
}

export declare const groups: Readonly<Record<string, Group>>
