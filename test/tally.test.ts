/** The closing line of `npm test` counts real test cases, and a crash counts as a failure. @module */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { closingLine, sumTallies, tallyOf } from '../scripts/tally.js'
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
    expect(tallyOf(1, vitest({ numFailedTests: 2, numPendingTests: 1 }))).toMatchObject({
      passed: 3,
      failed: 2,
      skipped: 1,
    })
  })

  test('a file that did not load is one failure', () => {
    const file = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
    expect(tallyOf(1, vitest({}, [file]))).toMatchObject({ passed: 3, failed: 1 })
  })

  test('a file with failed cases is not counted twice', () => {
    const file = { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(tallyOf(1, vitest({ numFailedTests: 1 }, [file]))).toMatchObject({ passed: 3, failed: 1 })
  })

  test('an error outside every case of vitest is a failure', () => {
    expect(tallyOf(1, vitest())).toMatchObject({ passed: 3, failed: 1 })
  })

  test.each([
    ['no report', ''],
    ['half a report', '{"numPassedTests": 3'],
    ['another report', '{"ok":true}'],
    ['an empty report', 'null'],
  ])('a runner that left %s is a failure, even with exit code 0', (_, report) => {
    expect(tallyOf(0, report)).toMatchObject({ passed: 0, failed: 1 })
    expect(tallyOf(139, report)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a run of vitest without any case is a failure', () => {
    expect(tallyOf(0, vitest({ numPassedTests: 0 }))).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('counts of Playwright', () => {
  test('test cases of Playwright are counted, a flaky one as passed', () => {
    expect(tallyOf(1, playwright({ unexpected: 2, flaky: 1, skipped: 3 }))).toMatchObject({
      passed: 5,
      failed: 2,
      skipped: 3,
    })
  })

  test('an error outside the cases of Playwright is a failure', () => {
    expect(tallyOf(1, playwright({}, [{ message: 'no server' }]))).toMatchObject({
      passed: 4,
      failed: 1,
    })
  })

  test('an exit code of Playwright without a failed case is a failure', () => {
    expect(tallyOf(1, playwright())).toMatchObject({ passed: 4, failed: 1 })
  })

  test('a missing report of Playwright is a failure', () => {
    expect(tallyOf(0, '')).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a run of Playwright in which every case was skipped is a failure', () => {
    expect(tallyOf(0, playwright({ expected: 0, skipped: 4 }))).toMatchObject({
      passed: 0,
      failed: 1,
    })
  })
})

test('the closing line adds the steps up', () => {
  expect(closingLine(sumTallies([tallyOf(1, ''), tallyOf(0, vitest())]))).toBe('3 passed, 1 failed')
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
