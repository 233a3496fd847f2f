/** Mutants that may survive. Each is explained in a comment above its line of code. @module */

/** @type {typeof import('./explanations.d.ts').mutators} */
export const mutators = [
  'ArithmeticOperator',
  'ArrayDeclaration',
  'ArrowFunction',
  'AssignmentOperator',
  'BlockStatement',
  'BooleanLiteral',
  'ConditionalExpression',
  'EqualityOperator',
  'LogicalOperator',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'StringLiteral',
  'UnaryOperator',
  'UpdateOperator',
]

/** @type {typeof import('./explanations.d.ts').explanationsIn} */
export function explanationsIn(file, source) {
  return commentsIn(source).flatMap(({ names, why, below }) =>
    names.map((mutator) => ({ file, line: below, mutator, why })),
  )
}

/** @type {typeof import('./explanations.d.ts').badExplanations} */
export function badExplanations(file, source) {
  return commentsIn(source).flatMap(({ at, names, why, isAboveCode }) => {
    const unknown = names.filter((name) => !mutators.includes(name))
    return [
      ...unknown.map((name) => `${file}:${at}: “${name}” is not a mutator of Stryker`),
      ...(why === '' ? [`${file}:${at}: no reason`] : []),
      ...(isAboveCode ? [] : [`${file}:${at}: no code below`]),
    ]
  })
}

/** Returns the comments that begin with `mutant`. @param {string} source */
function commentsIn(source) {
  const lines = source.split('\n').map((line) => line.trim())
  return lines.flatMap((line, index) => {
    const [, names = '', why = ''] = /^\/\/ mutants?\b([^:]*):?(.*)$/i.exec(line) ?? []
    if (names === '' && why === '') return []
    const rest = lines.slice(index + 1)
    // Several comments may stand above one line.
    const skipped = rest.findIndex((next) => !next.startsWith('//'))
    const code = rest[skipped]
    return [
      {
        at: index + 1,
        names: names.split(',').map((name) => name.trim()),
        why: why.trim(),
        below: index + 2 + skipped,
        isAboveCode: code !== undefined && code !== '' && !/^(\/\*|\*)/.test(code),
      },
    ]
  })
}
