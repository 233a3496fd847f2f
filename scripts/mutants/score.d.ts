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
  /** Explanations, in files that were run, that excused nothing. */
  readonly stale: readonly string[]
  readonly good: boolean
}

export declare function judge(mutants: readonly Mutant[], sourceOf: (file: string) => string): Judged
export declare function table(judged: Judged): readonly string[]
export declare function closing(judged: Judged, minutes: number): string
