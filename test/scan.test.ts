/** Tests the scanner that the structure tests use. @module */
import { describe, expect, test } from 'vitest'
import { codeOnly, commentsOf, exportedNames, headerOf, importsOf } from '../scripts/scan.js'

const specifiers = (source: string): string[] =>
  importsOf(source).map(({ kind, specifier }) => `${kind} ${specifier}`)

describe('imports', () => {
  test.each([
    ["import a from './a.js'", 'static ./a.js'],
    ["import a, { type b } from './a.js'", 'static ./a.js'],
    ["import * as a from './a.js'", 'static ./a.js'],
    ["import {\n  a,\n  b,\n} from './a.js'", 'static ./a.js'],
    ["import './a.js'", 'static ./a.js'],
    ["import json from './a.json' with { type: 'json' }", 'static ./a.json'],
    ["export { a } from './a.js'", 'static ./a.js'],
    ["export * from './a.js'", 'static ./a.js'],
    ["import type { A } from './a.js'", 'type ./a.js'],
    ["import type A from './a.js'", 'type ./a.js'],
    ["export type { A } from './a.js'", 'type ./a.js'],
    ["type A = typeof import('./a.js')", 'type ./a.js'],
    ["await import('./a.js')", 'dynamic ./a.js'],
    ['const a = `$' + "{await import('./a.js')}`", 'dynamic ./a.js'],
    ['await import(name)', 'dynamic <computed>'],
    ['if (await import(name)) {}', 'dynamic <computed>'],
    ["const quote = /['\"]/\nimport './a.js'", 'static ./a.js'],
    ["const half = a / 2 // it's\nimport './a.js'", 'static ./a.js'],
  ])('reads the import in %s', (source, expected) => {
    expect(specifiers(source)).toEqual([expected])
  })

  test.each([
    ['a line comment', "// import './a.js'"],
    ['a block comment', "/* import './a.js' */"],
    ['an example in a doc comment', "/**\n * import { a } from './a.js'\n */"],
    ['a string', 'const a = "import \'./a.js\'"'],
    ['a template', "const a = `\nimport './a.js'\n`"],
    ['a method', "Array.from('a')"],
    ['a call of a method of that name', 'key.import(data, options)'],
    ['a method of that name', 'class A {\n  import(data, options) {}\n}'],
  ])('finds no import in %s', (_, source) => {
    expect(specifiers(source)).toEqual([])
  })
})

describe('blanking', () => {
  test('blanking keeps every other character in its place', () => {
    const source = 'const a = "it\'s" + `b $' + '{c + `d`} e` // f\nconst g = /[/"]/u.test(h) / 2'
    expect(codeOnly(source)).toBe('const a = "    " + `   {c + ` `}  `     \nconst g = /     u.test(h) / 2')
  })

  test('a source that cannot be parsed is an error', () => {
    expect(() => codeOnly('a `b')).toThrow(SyntaxError)
  })
})

describe('exports', () => {
  test('reads exported names sorted, types marked, renamed ones under their new name', () => {
    const source = `
export { a, b as c, type D } from './x.js'
export type { E } from './y.js'
export interface F {}
export type G = 1
export async function h() {}
export class I {}
export const j = 1
`
    const expected = ['I', 'a', 'c', 'h', 'j', 'type D', 'type E', 'type F', 'type G']
    expect(exportedNames(source)).toEqual(expected)
  })

  test('does not take a comment between names for a name', () => {
    expect(exportedNames("export {\n  // the door\n  a,\n} from './a.js'")).toEqual(['a'])
  })

  test('reads default and star as separate names', () => {
    expect(exportedNames("export default 1\nexport * from './a.js'")).toEqual(['*', 'default'])
  })
})

describe('headers', () => {
  test.each([
    ['/** One. @module */\nimport a', '/** One. @module */'],
    ['#!/usr/bin/env node\n/** Two. */\n', '/** Two. */'],
    ['// Three.\n// Four.\nimport a', '// Three.\n// Four.\n'],
    ['import a\n/** not a header */', ''],
  ])('reads the header of %j', (source, header) => {
    expect(headerOf(source)).toBe(header)
  })
})

describe('comments', () => {
  test('are found in order, and not in strings', () => {
    const source = "/** One. */\nconst a = '// no' // two\nconst b = `/* no */`\n"
    expect(commentsOf(source)).toEqual(['/** One. */', '// two'])
  })
})
