/**
 * Every fact, promise and call has a test that claims to show it, and every claim names a fact, a promise or a call.
 * @module
 */
import { describe, expect, test } from 'vitest'
import { allClaims, claimsIn, faultsOf } from './claims.js'
import { operations } from './interface/calls.js'
import { factIds } from './interface/facts.js'
import { promises } from './promises.js'

const ids = [...factIds, ...operations, ...promises.map(({ id }) => id)]

const claimsOf = (source: string) => claimsIn(new Map([['a.test.ts', source]]))
const titlesOf = (source: string): readonly string[] => claimsOf(source).claims.map(({ title }) => title)
const faults = (source: string, ...known: readonly string[]): readonly string[] =>
  faultsOf(claimsOf(source), known)

describe('the claims of all tests', () => {
  test('show every fact, promise and call, and nothing else', () => {
    expect(faultsOf(allClaims(), ids)).toEqual([])
  })
})

describe('claims', () => {
  test('a claim belongs to the test below it, and its title has no group names', () => {
    const source =
      "describe('a', () => {\n  it('b', f)\n  // shows: x, y\n  it('c', f)\n})\n// shows: z\nit('c', f)"
    expect(claimsOf(source).claims).toEqual([
      { file: 'a.test.ts', title: 'c', isLong: false, shows: ['x', 'y'] },
      { file: 'a.test.ts', title: 'c', isLong: false, shows: ['z'] },
    ])
  })

  test('a claim may take several lines', () => {
    expect(claimsOf("// shows: x\n// shows: y\ntest('c', f)").claims).toMatchObject([{ shows: ['x', 'y'] }])
  })

  test.each([
    ["test('it’s \\'one\\'', async () => {})", "it’s 'one'"],
    ["it.each([['a', f(1)], ['it(b)', 2]])('of %s', () => {})", 'of %s'],
    [
      "it.each<[string, (a: string) => void]>([\n  ['a', () => {}],\n])(\n  'of %s',\n  () => {},\n)",
      'of %s',
    ],
    ["it.skipIf(f(')'))('one', () => {})", 'one'],
    ['test(`after $' + '{t("`") / 2} s, once`, () => {})', 'after … s, once'],
    ["test(\n  'one',\n  () => {})", 'one'],
    ["  ['a row', () => {}],", 'a row'],
    ["  [\n    'a row',\n    () => {},\n  ],", 'a row'],
  ])('a claim above %j belongs to %j', (below, title) => {
    expect(titlesOf(`// shows: x\n${below}`)).toEqual([title])
  })

  test('a claim above a row of a table of tests has the title of the test with that row', () => {
    const source = "it.each([\n  ['one', 1],\n  // shows: x\n  ['two', 2],\n])('is %s, not %s', f)"
    expect(titlesOf(`describe('it', () => {\n${source}\n})`)).toEqual(['is two, not %s'])
  })

  test('a claim of an unknown id is found', () => {
    expect(faults("// shows: x, y\ntest('c', f)", 'x')).toEqual(['a.test.ts: “c” shows y, which is unknown'])
  })

  test.each([
    'const a = 1',
    "\ntest('c', f)",
    "// Why.\ntest('c', f)",
    "describe('c', f)",
    "it.skip('c', f)",
    "submit('c')",
    '',
  ])('a claim above %j is found to belong to no test', (below) => {
    expect(faults(`const b = 2\n// shows: x\n${below}`)).toEqual([
      'a.test.ts:2: a claim above nothing that is a test',
    ])
  })
})

describe('ids', () => {
  test('a fact, promise or call that only long tests claim to show is found', () => {
    const long = "// shows: x\ntest('c {', {\n  tag: '@long',\n}, async () => {})"
    expect(faults(long, 'x')).toEqual([expect.stringMatching(/^only long tests show x$/)])
    expect(faults(`${long}\n// shows: x\ntest('d', f)`, 'x')).toEqual([])
  })

  test('a fact, promise or call that no test claims to show is found', () => {
    expect(faults("// shows: x\ntest('c', f)", 'x', 'y')).toEqual(['no test shows y'])
  })

  test('an id that two things share is found', () => {
    expect(faults("// shows: x\ntest('c', f)", 'x', 'x')).toEqual(['x is the id of two things'])
  })
})
