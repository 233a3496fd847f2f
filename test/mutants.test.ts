/** Tests how `npm run mutate` evaluates a report. @module */
import { describe, expect, test } from 'vitest'
import { type Explanation, explained } from '../scripts/mutants/explained.js'
import { groups } from '../scripts/mutants/groups.js'
import { judge, type Mutant } from '../scripts/mutants/score.js'
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
const excuse: Explanation = { file, code: 'if (a > 0) {', mutator: 'EqualityOperator', why: 'a is never 0' }
const judged = (mutants: readonly Mutant[], explanations: readonly Explanation[] = []) =>
  judge(mutants, () => source, explanations)

/** Whether a file is in a group of mutants. */
const isMutated = (path: string): boolean =>
  Object.values(groups)
    .flatMap(({ files }) => files)
    .some((glob) => glob === path || (glob.endsWith('/*.ts') && path.startsWith(glob.slice(0, -4))))

describe('a run of mutants', () => {
  test('a run is good when all mutants are killed', () => {
    const { total, good } = judged([...many('Killed', 3), mutant('Timeout')])
    expect({ total, good }).toEqual({
      total: { file: 'all', mutants: 4, killed: 4, survived: 0, explained: 0, score: 100 },
      good: true,
    })
  })

  test('a run does not count what was ignored or could not be run', () => {
    expect(judged([mutant('Killed'), mutant('Ignored'), mutant('RuntimeError')]).total.mutants).toBe(1)
  })

  test.each(['Survived', 'NoCoverage'])(
    'a run fails because of a mutant that ended as %s without an explanation',
    (status) => {
      const { unexplained, good } = judged([...many('Killed', 99), mutant(status)])
      expect(good).toBe(false)
      expect(unexplained).toEqual([`${file}:2 EqualityOperator {"from":"a > 0","to":"a >= 0"}`])
    },
  )

  test('a run is good with a survivor that is explained, which does not raise the score', () => {
    const run = judged([...many('Killed', 19), mutant('Survived')], [excuse])
    expect(run).toMatchObject({
      good: true,
      total: { survived: 1, explained: 1, score: 95 },
      unexplained: [],
      stale: [],
    })
  })

  test('a run counts one explanation for one survivor', () => {
    const run = [...many('Killed', 98), ...many('Survived', 2)]
    expect(judged(run, [excuse]).unexplained).toHaveLength(1)
    expect(judged(run, [excuse, excuse]).good).toBe(true)
  })

  test('a run does not accept an explanation for another mutator or another line', () => {
    const { unexplained } = judged(
      [
        ...many('Killed', 98),
        mutant('Survived', { mutatorName: 'BlockStatement' }),
        mutant('Survived', { location: { start: { line: 1, column: 1 }, end: { line: 1, column: 5 } } }),
      ],
      [excuse],
    )
    expect(unexplained).toHaveLength(2)
  })

  test('a run fails when fewer than 95 in a hundred were killed, even if the others are explained', () => {
    const all = Array.from({ length: 6 }, () => excuse)
    expect(judged([...many('Killed', 94), ...many('Survived', 6)], all).good).toBe(false)
    expect(judged([...many('Killed', 114), ...many('Survived', 6)], all).good).toBe(true)
  })

  test('a run fails because of an unused explanation', () => {
    const { stale, good } = judged(many('Killed', 2), [excuse])
    expect(good).toBe(false)
    expect(stale).toEqual([`${file} EqualityOperator if (a > 0) {`])
  })

  test('a run does not ask for mutants of a file that it did not mutate', () => {
    expect(judged([mutant('Killed')], [{ ...excuse, file: 'src/b.ts' }]).good).toBe(true)
  })

  test('a run keeps an explanation of a mutant that a slow machine killed by its time limit', () => {
    expect(judged([mutant('Killed'), mutant('Timeout')], [excuse])).toMatchObject({ stale: [], good: true })
  })

  test('a run fails without any mutant', () => {
    expect(judged([]).good).toBe(false)
  })

  test('a run reports a mutant that spans lines as one line', () => {
    const block = { start: { line: 2, column: 12 }, end: { line: 4, column: 2 } }
    const { unexplained } = judged([mutant('Survived', { location: block, replacement: '{}' })])
    expect(unexplained).toEqual([`${file}:2 EqualityOperator {"from":"{ run() }","to":"{}"}`])
  })
})

describe('explanations', () => {
  const sources = shipped()

  test('every explanation is about one line of a file that is mutated', () => {
    const count = ({ file, code }: Explanation): number =>
      (sources.get(file) ?? '').split('\n').filter((line) => line.includes(code)).length
    expect(explained.length).toBeGreaterThan(0)
    expect(explained.filter((one) => count(one) !== 1 || !isMutated(one.file))).toEqual([])
  })

  test('no explanation is left in the source', () => {
    expect([...sources].filter(([, text]) => /\/\/ mutants? /.test(text)).map(([path]) => path)).toEqual([])
  })
})

describe('groups of mutants', () => {
  test('the groups have every file of the rooms that must not be wrong', () => {
    const files = [...shipped().keys()].filter((path) => /^src\/(?:wallet\/crypto|backend)\//.test(path))
    // Files without code that runs, types and the public door; and stores whose tests need a server (test/stores).
    const bare = ['incoming-call', 'index', 'options', 'postgres-store', 'redis-store', 'store'].map(
      (name) => `src/backend/${name}.ts`,
    )
    expect(files.filter((path) => !isMutated(path))).toEqual(bare)
    expect(
      ['machine/machine', 'flows/effects', 'transport/signed-retry', 'record/storage'].filter(
        (name) => !isMutated(`src/wallet/${name}.ts`),
      ),
    ).toEqual([])
  })

  test('the groups name files and tests that exist', () => {
    const sources = readTree('src')
    const exact = Object.values(groups).flatMap(({ files, tests }) => [...files, ...tests])
    expect(exact.filter((path) => !path.includes('*') && !sources.has(path))).toEqual([])
  })
})
