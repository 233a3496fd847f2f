/** Why a mutant may survive. */
export interface Explanation {
  readonly file: string
  /** A part of the line on which the mutant begins. No other line of the file has it. */
  readonly code: string
  /** Two mutants of one mutator on one line need two explanations. */
  readonly mutator: Mutator
  /** Why no test can or should notice the mutant. */
  readonly why: string
}

/** Stryker's names for its mutators. */
export type Mutator =
  | 'ArithmeticOperator'
  | 'ArrayDeclaration'
  | 'ArrowFunction'
  | 'AssignmentOperator'
  | 'BlockStatement'
  | 'BooleanLiteral'
  | 'ConditionalExpression'
  | 'EqualityOperator'
  | 'LogicalOperator'
  | 'MethodExpression'
  | 'ObjectLiteral'
  | 'OptionalChaining'
  | 'Regex'
  | 'StringLiteral'
  | 'UnaryOperator'
  | 'UpdateOperator'

export declare const explained: readonly Explanation[]
