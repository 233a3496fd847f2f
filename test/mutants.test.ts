/** What `npm run mutate` makes of a report. @module */
import { describe, expect, test } from 'vitest'
import { explained } from '../scripts/mutants/explained.js'
import { groups } from '../scripts/mutants/groups.js'
import { closing, judge, type Mutant, table } from '../scripts/mutants/score.js'
import { readTree, shipped } from './tree.js'

const file = 'src/a.ts'
const source = 'const a = 1\nif (a > 0) {\n  run()\n}\n'
const mutant = (status: string, more: Partial<Mutant> = {}): Mutant => ({
  fileName: file,
  status,
  mutatorName: 'EqualityOperator',
  replacement: 'a >= 0',
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
  ...more,
})
const many = (status: string, count: number): Mutant[] => Array.from({ length: count }, () => mutant(status))
const reason = { file, line: 'if (a > 0) {', changes: [['a > 0', 'a >= 0']] as const, why: 'a is never 0' }
const judged = (mutants: readonly Mutant[], reasons: Parameters<typeof judge>[2] = []) =>
  judge(mutants, () => source, reasons)

describe('a run of mutants', () => {
  test('is good when all are killed', () => {
    const { total, good } = judged([...many('Killed', 3), mutant('Timeout')])
    expect({ total, good }).toEqual({
      total: { file: 'all', mutants: 4, killed: 4, survived: 0, explained: 0 },
      good: true,
    })
  })

  test('does not count what was ignored or could not be run', () => {
    expect(judged([mutant('Killed'), mutant('Ignored'), mutant('RuntimeError')]).total.mutants).toBe(1)
  })

  test.each(['Survived', 'NoCoverage'])('fails over one that ended as %s without a reason', (status) => {
    const { unexplained, good } = judged([...many('Killed', 99), mutant(status)])
    expect(good).toBe(false)
    expect(unexplained).toEqual([`${file}:2 {"line":"if (a > 0) {","from":"a > 0","to":"a >= 0"}`])
  })

  test('is good with a survivor that has a reason, which does not raise the score', () => {
    const run = judged([...many('Killed', 19), mutant('Survived')], [reason])
    expect(run).toMatchObject({ good: true, total: { survived: 1, explained: 1 }, unexplained: [] })
    expect(closing(run, 3)).toBe(
      '20 mutants, 19 killed, 1 explained, 0 survived: score 95.0 %, 100.0 % without the explained ones (3 min)',
    )
  })

  test('takes one reason for one survivor', () => {
    expect(judged([...many('Killed', 98), ...many('Survived', 2)], [reason]).unexplained).toHaveLength(1)
  })

  test('fails when fewer than nine in ten were killed, whatever is explained', () => {
    const reasons = [{ ...reason, changes: Array.from({ length: 11 }, () => ['a > 0', 'a >= 0'] as const) }]
    expect(judged([...many('Killed', 89), ...many('Survived', 11)], reasons).good).toBe(false)
    expect(judged([...many('Killed', 90), ...many('Survived', 10)], reasons).good).toBe(true)
  })

  test('fails over a reason whose line is gone', () => {
    const { stale, good } = judged(many('Killed', 9), [{ ...reason, line: 'if (b > 0) {' }])
    expect(good).toBe(false)
    expect(stale).toEqual([`${file} {"line":"if (b > 0) {","from":"a > 0","to":"a >= 0"}`])
  })

  test('says nothing of reasons for files that it left out', () => {
    expect(judged(many('Killed', 9), [{ ...reason, file: 'src/b.ts' }])).toMatchObject({
      stale: [],
      good: true,
    })
  })

  test('fails when there was none', () => {
    expect(judged([]).good).toBe(false)
  })

  test('reads what spans lines as one', () => {
    const block = { start: { line: 2, column: 12 }, end: { line: 4, column: 2 } }
    const { unexplained } = judged([mutant('Survived', { location: block, replacement: '{}' })])
    expect(unexplained).toEqual([`${file}:2 {"line":"if (a > 0) {","from":"{ run() }","to":"{}"}`])
  })

  test('is printed with a row for each file and one for all', () => {
    expect(table(judged([mutant('Killed'), mutant('Survived')], [reason]))).toEqual([
      'file       mutants    killed  survived explained     score',
      'src/a.ts         2         1         1         1    50.0 %',
      'all              2         1         1         1    50.0 %',
    ])
  })
})

describe('the list of survivors', () => {
  const sources = readTree('src')

  test.each(explained)('$file: $line', ({ file, line, changes, why }) => {
    const lines = sources
      .get(file)
      ?.split('\n')
      .map((text) => text.trim())
    expect(lines).toContain(line)
    expect(changes.length).toBeGreaterThan(0)
    expect(why).toMatch(/\S/)
  })
})

describe('the groups of mutants', () => {
  const named = Object.values(groups).flatMap(({ files }) => files)
  const holds = (path: string): boolean =>
    named.some((glob) => glob === path || (glob.endsWith('/*.ts') && path.startsWith(glob.slice(0, -4))))

  test('have every file of the rooms that must not be wrong', () => {
    const files = [...shipped().keys()].filter((path) => /^src\/(?:wallet\/crypto|backend)\//.test(path))
    // Types, and the door: nothing that runs.
    const bare = ['src/backend/incoming-call.ts', 'src/backend/index.ts', 'src/backend/options.ts']
    expect(files.filter((path) => !holds(path))).toEqual(bare)
    expect(
      ['machine/machine', 'flows/effects', 'transport/signed-retry', 'record/storage'].filter(
        (name) => !holds(`src/wallet/${name}.ts`),
      ),
    ).toEqual([])
  })

  test('name files and tests that there are', () => {
    const sources = readTree('src')
    const exact = Object.values(groups).flatMap(({ files, tests }) => [...files, ...tests])
    expect(exact.filter((path) => !path.includes('*') && !sources.has(path))).toEqual([])
  })
})
