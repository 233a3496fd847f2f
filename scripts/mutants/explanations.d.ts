/**
 * Why a mutant may survive: `// mutant StringLiteral: why no test can notice`, above the line on which the mutant
 * begins.
 */
export interface Explanation {
  readonly file: string
  /** The number of the code line below the comment, counted from 1. */
  readonly line: number
  /** Stryker's name for the mutator. Two mutants of one mutator on one line need two explanations. */
  readonly mutator: string
  /** Why no test can or should notice the mutant. */
  readonly why: string
}

/** The names of Stryker's mutators. */
export declare const mutators: readonly string[]

export declare function explanationsIn(file: string, source: string): readonly Explanation[]

/**
 * Returns the faulty explanations, as `file:line: what`. An explanation is faulty if it cannot be parsed, names no
 * mutator, gives no reason, or has no code below it.
 */
export declare function badExplanations(file: string, source: string): readonly string[]
