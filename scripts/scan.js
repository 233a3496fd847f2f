/** Finds imports, exports and comments in TypeScript or JavaScript, with the parser of Vite. @module */
import { parseSync, Visitor } from 'vite'

/**
 * Remembers what was found in each source. Some tests ask for the same file many times.
 *
 * @template T
 * @param {(source: string) => T} find
 * @returns {(source: string) => T}
 */
function remembering(find) {
  const known = new Map()
  return (source) => {
    const found = known.get(source) ?? find(source)
    known.set(source, found)
    return found
  }
}

const parsed = remembering((source) => {
  const typed = parseSync('source.ts', source)
  const result = typed.errors.length === 0 ? typed : parseSync('source.tsx', source)
  if (result.errors.length > 0) throw new SyntaxError(typed.errors[0]?.message)
  return result
})

/** The code without comments and texts, in the same places. The delimiters of texts stay. */
export const codeOnly = remembering((source) => {
  const { program, comments } = parsed(source)
  let code = source
  const blank = (/** @type {number} */ start, /** @type {number} */ end) => {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end)
  }
  for (const { start, end } of comments) blank(start, end)
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string' || 'regex' in node) blank(node.start + 1, node.end - 1)
    },
    TemplateElement: ({ start, end }) => blank(start + 1, end - 1),
  }).visit(program)
  return code
})

/** @param {string} source */
export const commentsOf = (source) =>
  parsed(source).comments.map(({ start, end }) => source.slice(start, end))

/**
 * An import, or a re-export from another module. The specifier is `<computed>` if it is not a plain string. A `static`
 * one is loaded with the file, a `dynamic` one when the code calls `import()`, a `type` never.
 *
 * @typedef {{ specifier: string, kind: 'static' | 'dynamic' | 'type' }} Import
 */

export const importsOf = remembering((source) => {
  /** @type {Import[]} */
  const imports = []
  /** @param {object | null} node @param {Import['kind'] | 'value'} kind */
  const add = (node, kind) => {
    const specifier = node !== null && 'value' in node ? String(node.value) : '<computed>'
    imports.push({ specifier, kind: kind === 'value' ? 'static' : kind })
  }
  new Visitor({
    ImportDeclaration: ({ source, importKind = 'value' }) => add(source, importKind),
    ExportNamedDeclaration: ({ source, exportKind = 'value' }) => source && add(source, exportKind),
    ExportAllDeclaration: ({ source, exportKind = 'value' }) => add(source, exportKind),
    TSImportType: ({ source }) => add(source, 'type'),
    ImportExpression: ({ source }) => add(source, 'dynamic'),
  }).visit(parsed(source).program)
  return imports
})

/** The exported names, sorted. @param {string} source */
export function exportedNames(source) {
  const names = parsed(source)
    .module.staticExports.flatMap(({ entries }) => entries)
    .map(({ exportName, importName, isType }) => {
      if (importName.kind.startsWith('All')) return '*'
      return exportName.kind === 'Default' ? 'default' : `${isType ? 'type ' : ''}${exportName.name}`
    })
  return [...new Set(names)].sort()
}

/** Returns the first comment of a file. @param {string} source */
export function headerOf(source) {
  return /^(?:#![^\n]*\n|'use client'\n)?\s*(\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n?)+)/.exec(source)?.[1] ?? ''
}
