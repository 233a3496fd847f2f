/**
 * The explanation of a mutant that may survive: `// mutant StringLiteral: why no test can notice`, above the line on
 * which the mutant begins.
 */
export interface Explanation {
  readonly file: string
  /** The line of code below the comment, from 1. */
  readonly line: number
  /** Stryker's name of the mutator. Two mutants of one mutator on a line need two explanations. */
  readonly mutator: string
  /** Why no test can or should notice the mutant. */
  readonly why: string
}

/** The names of Stryker's mutators. */
export declare const mutators: readonly string[]

export declare function explanationsIn(file: string, source: string): readonly Explanation[]

/**
 * Returns the faulty explanations as `file:line: what`: those that cannot be parsed, name no mutator, give no reason,
 * or have no code below.
 */
export declare function badExplanations(file: string, source: string): readonly string[]
