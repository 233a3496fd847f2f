/** The closing line of `npm test` counts real test cases, and a crash counts as a failure. @module */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { closingLine, sumTallies, tallyOf } from '../scripts/tally.js'
import { root } from './tree.js'

/** A report with two suites. */
const report = (counts: string): string => `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="all" tests="7" failures="9">
<testsuite name="a &gt; b" tests="4" failures="0" errors="0" skipped="1" time="1.2">
<testcase name="tests=&quot;9&quot;"/></testsuite>
<testsuite name="b" ${counts}></testsuite>
</testsuites>`

describe('counts of a runner', () => {
  test('test cases are counted in every suite', () => {
    expect(tallyOf(1, report('tests="8" failures="2" skipped="1" errors="1"'))).toEqual({
      passed: 7,
      failed: 3,
      skipped: 2,
    })
  })

  test('an error outside every case is a failure', () => {
    expect(tallyOf(1, report('tests="1" failures="0" skipped="0"'))).toMatchObject({ passed: 4, failed: 1 })
  })

  test.each([
    ['no report', ''],
    ['half a report', '<testsuites tests="3"'],
    ['another report', '{"ok":true}'],
  ])('a runner that left %s is a failure, even with exit code 0', (_, text) => {
    expect(tallyOf(0, text)).toMatchObject({ passed: 0, failed: 1 })
    expect(tallyOf(139, text)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a run in which every case was skipped is a failure', () => {
    const skipped = '<testsuite name="a" tests="4" failures="0" skipped="4">'
    expect(tallyOf(0, skipped)).toEqual({ passed: 0, failed: 1, skipped: 4 })
  })
})

test('the closing line adds the steps up', () => {
  expect(closingLine(sumTallies([tallyOf(1, ''), tallyOf(0, report('tests="0"'))]))).toBe(
    '3 passed, 1 failed',
  )
})

test('npm test refuses a step that does not exist, and names those that do', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test.js', 'unit', 'units'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'usage: npm run test -- [unit | static | package | e2e | reproducible | speed] …\n',
  })
})
