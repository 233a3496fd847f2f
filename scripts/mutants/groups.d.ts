/** A group of mutants that is run separately, so that its mutants run only its tests. */
export interface Group {
  /** Globs of the source files that are changed. */
  readonly files: readonly string[]
  /** Globs of the tests that are run. */
  readonly tests: readonly string[]
}

export declare const groups: Readonly<Record<string, Group>>
