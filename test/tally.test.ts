/** The closing line of `npm test` counts real test cases, and a crash counts as a failure. @module */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { checkTally, closingLine, playwrightTally, sumTallies, vitestTally } from '../scripts/tally.js'
import { root } from './tree.js'

const vitest = (counts: object = {}, files: object[] = []): string =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: files,
    ...counts,
  })

const playwright = (stats: object = {}, errors: object[] = []): string =>
  JSON.stringify({ stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

describe('counts of vitest', () => {
  test('test cases of vitest are counted', () => {
    expect(vitestTally(1, vitest({ numFailedTests: 2, numPendingTests: 1 }))).toMatchObject({
      passed: 3,
      failed: 2,
      skipped: 1,
    })
  })

  test('a failed case of vitest is named, with its file and its message', () => {
    const cases = [
      { status: 'passed', fullName: 'adds' },
      { status: 'failed', fullName: 'lists subtracts', failureMessages: ['expected 1 to be 2'] },
    ]
    const file = { name: 'a.test.ts', status: 'failed', assertionResults: cases }
    expect(vitestTally(1, vitest({ numFailedTests: 1 }, [file])).remarks).toEqual([
      'a.test.ts: lists subtracts: expected 1 to be 2',
    ])
  })

  test('a file that did not load is one failure', () => {
    const file = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
    expect(vitestTally(1, vitest({}, [file]))).toMatchObject({ passed: 3, failed: 1 })
  })

  test('a file with failed cases is not counted twice', () => {
    const file = { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(vitestTally(1, vitest({ numFailedTests: 1 }, [file]))).toMatchObject({ passed: 3, failed: 1 })
  })

  test('an error outside every case of vitest is a failure', () => {
    expect(vitestTally(1, vitest())).toMatchObject({ passed: 3, failed: 1 })
  })

  test.each([
    ['no report', undefined],
    ['half a report', '{"numPassedTests": 3'],
    ['another report', '{"ok":true}'],
    ['an empty report', 'null'],
  ])('a runner that left %s is a failure, even with exit code 0', (_, report) => {
    expect(vitestTally(0, report)).toMatchObject({ passed: 0, failed: 1 })
    expect(vitestTally(139, report)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a run of vitest without any case is a failure', () => {
    expect(vitestTally(0, vitest({ numPassedTests: 0 }))).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('counts of Playwright', () => {
  test('test cases of Playwright are counted, a flaky one as passed', () => {
    expect(playwrightTally(1, playwright({ unexpected: 2, flaky: 1, skipped: 3 }))).toMatchObject({
      passed: 5,
      failed: 2,
      skipped: 3,
    })
  })

  test('a failed case of Playwright is named, with where it stands', () => {
    const inner = { title: 'a reload', specs: [{ title: 'keeps it', ok: false }] }
    const specs = [
      { title: 'works', ok: true },
      { title: 'stays', ok: false },
    ]
    const suites = [{ title: 'a.e2e.ts', specs, suites: [inner] }]
    const report = JSON.stringify({ ...JSON.parse(playwright({ unexpected: 2 })), suites })
    expect(playwrightTally(1, report).remarks).toEqual(['a.e2e.ts › stays', 'a.e2e.ts › a reload › keeps it'])
  })

  test('an error outside the cases of Playwright is a failure', () => {
    expect(playwrightTally(1, playwright({}, [{ message: 'no server' }]))).toMatchObject({
      passed: 4,
      failed: 1,
      remarks: ['no server'],
    })
  })

  test('an exit code of Playwright without a failed case is a failure', () => {
    expect(playwrightTally(1, playwright())).toMatchObject({ passed: 4, failed: 1 })
  })

  test('a missing report of Playwright is a failure', () => {
    expect(playwrightTally(0, undefined)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a run of Playwright in which every case was skipped is a failure', () => {
    expect(playwrightTally(0, playwright({ expected: 0, skipped: 4 }))).toMatchObject({
      passed: 0,
      failed: 1,
    })
  })
})

describe('the closing line', () => {
  test('a check counts as one in the closing line', () => {
    const total = sumTallies([checkTally(0), checkTally(0), checkTally(2), vitestTally(0, vitest())])
    expect(closingLine(total)).toBe('5 passed, 1 failed')
  })
})

test('npm test refuses a step that does not exist, and names those that do', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test.js', 'unit', 'units'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'There is no step units. The steps are: unit, static, package, e2e, reproducible, speed\n',
  })
})
