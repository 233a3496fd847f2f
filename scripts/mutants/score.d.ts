import type { Explanation } from './explained.d.ts'

/** A mutant as Stryker reports it, with the file's path in the project. */
export interface Mutant {
  readonly fileName: string
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  /** Lines and columns are counted from 1. `end` is the position after the last character. */
  readonly location: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: { readonly line: number; readonly column: number }
  }
}

/** The figures for a file's mutants. Only mutants that could be run are counted. */
export interface Row {
  readonly file: string
  readonly mutants: number
  /** A test failed, or a test did not end. */
  readonly killed: number
  readonly survived: number
  /** Included in `survived`. */
  readonly explained: number
}

export interface Judged {
  readonly rows: readonly Row[]
  readonly total: Row
  readonly unexplained: readonly string[]
  /** Explanations without a surviving mutant. */
  readonly stale: readonly string[]
  readonly good: boolean
}

export declare function judge(
  mutants: readonly Mutant[],
  sourceOf: (file: string) => string,
  explained: readonly Explanation[],
): Judged
export declare function table(judged: Judged): readonly string[]
export declare function closing(judged: Judged, minutes: number): string
