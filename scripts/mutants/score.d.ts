/** A mutant as Stryker reports it, with the file's path in the project. */
export interface Mutant {
  readonly fileName: string
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  /** From 1; the end is the place after the last character. */
  readonly location: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: { readonly line: number; readonly column: number }
  }
}

/** Mutants of one line that may live. Found by their words, so that they outlive a change of line numbers. */
export interface Explained {
  readonly file: string
  /** The source line on which they begin, without indentation. */
  readonly line: string
  /** What each replaces, and by what; line ends and indentation are one blank. */
  readonly changes: readonly (readonly [from: string, to: string])[]
  /** Why no test can or should notice. */
  readonly why: string
}

/** A file's mutants that could be run and are counted. */
export interface Row {
  readonly file: string
  readonly mutants: number
  /** A test failed, or nothing ended any more. */
  readonly killed: number
  readonly survived: number
  /** Part of `survived`. */
  readonly explained: number
}

export interface Judged {
  readonly rows: readonly Row[]
  readonly total: Row
  readonly unexplained: readonly string[]
  /** Entries of the list that fit no mutant of a file that was run. */
  readonly stale: readonly string[]
  readonly good: boolean
}

export declare function judge(
  mutants: readonly Mutant[],
  sourceOf: (file: string) => string,
  explained: readonly Explained[],
): Judged
export declare function table(judged: Judged): readonly string[]
export declare function closing(judged: Judged, minutes: number): string
