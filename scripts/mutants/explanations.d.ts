/** A mutant that may live: `// mutant StringLiteral: why no test can notice` above the line on which it begins. */
export interface Explanation {
  readonly file: string
  /** The line of code below the comment, from 1. */
  readonly line: number
  /** As Stryker names it; two of one name on a line need the name twice. */
  readonly mutator: string
  /** Why no test can or should notice. */
  readonly why: string
}

/** Names of everything that Stryker changes. */
export declare const mutators: readonly string[]

export declare function explanationsIn(file: string, source: string): readonly Explanation[]

/** Explanations that cannot be read, name no mutator, give no reason or stand above no code, as `file:line: what`. */
export declare function badExplanations(file: string, source: string): readonly string[]
