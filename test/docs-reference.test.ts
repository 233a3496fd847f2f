/** What the public doors export has a comment for TypeDoc, and every option is in the tables of the documentation. @module */

import ts from 'typescript-5'
import { expect, test } from 'vitest'
import { doors } from '../scripts/doors.js'
import { readTree, root } from './tree.js'

const files = doors.filter(({ isInternal }) => !isInternal).map(({ source }) => `${root}${source}`)
const program = ts.createProgram(files, {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  types: [],
})
const checker = program.getTypeChecker()

const exported = files.flatMap((file) => {
  const source = program.getSourceFile(file)
  const door = source && checker.getSymbolAtLocation(source)
  return (door ? checker.getExportsOfModule(door) : []).map((one) =>
    one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
  )
})
const isSilent = (one: ts.Symbol): boolean => one.getDocumentationComment(checker).length === 0

/** The options and methods of a type: all of its members, if it is an object of options. */
const members = (one: ts.Symbol): readonly ts.Symbol[] =>
  one.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)
    ? checker
        .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(one))
        .filter((each) => each.declarations?.[0]?.getSourceFile().fileName.includes('/src/'))
        .filter(
          ({ name, flags }) =>
            flags & ts.SymbolFlags.Method ||
            (/(Options|Settings|Ports|Props|Identity)$/.test(one.name) && name !== 'type'),
        )
    : []

test('every export, option and method of a public door has a comment', () => {
  expect(exported.length).toBeGreaterThan(150)
  const silent = exported.flatMap((one) => [
    ...(isSilent(one) ? [one.name] : []),
    ...members(one)
      .filter(isSilent)
      .map(({ name }) => `${one.name}.${name}`),
  ])
  expect(silent).toEqual([])
})

test.each([
  ['WalletOptions', 'docs/wallet.md'],
  ['BackendOptions', 'docs/backend-reference.md'],
])('every option of %s has a row in the table of %s, and no other has', (name, page) => {
  const options = exported.find((one) => one.name === name)
  const [, section = ''] = (readTree().get(page) ?? '').split(/^## Options$/m)
  const rows = [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, row = '']) => row)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.sort()).toEqual(
    options &&
      checker
        .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(options))
        .map((option) => option.name)
        .sort(),
  )
})
