/** Reads the titles of tests out of their source, without running it. @module */
import { codeOnly } from '../../scripts/scan.js'

/** Titles of the tests of a file, those of tables before their values are filled in. What is skipped has none. */
export function titlesIn(source: string): readonly string[] {
  const code = codeOnly(source)
  return [...code.matchAll(/(?<![\w.$])(?:it|test)(\.each)?\s*(?=[(<])/g)].flatMap(
    ({ 0: whole, 1: each, index }) => {
      const at = index + whole.length
      const call = each === undefined ? at : code.indexOf('(', closeOf(code, pastTypes(code, at)))
      return titleAt(source, code, call)
    },
  )
}

/** Past the type arguments of a call, if it has any. */
function pastTypes(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code[at]
    if (char === '<') depth += 1
    if (char === '>' && code[at - 1] !== '=') depth -= 1
    if (char === '(' && depth === 0) return at
  }
  return code.length
}

/** Where the bracket that opens at `open` closes. */
function closeOf(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    const char = code[at]
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth === 0) return at
  }
  return code.length
}

/** The text with which the call that opens at `open` begins. */
function titleAt(source: string, code: string, open: number): readonly string[] {
  const begin = open + 1 + (/^\s*/.exec(code.slice(open + 1))?.[0].length ?? 0)
  const quote = code[begin] ?? ''
  if (!["'", '"', '`'].includes(quote)) return []
  const end = code.indexOf(quote, begin + 1)
  return [source.slice(begin + 1, end).replaceAll(/\\(.)/g, '$1')]
}
