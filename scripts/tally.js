/**
 * Counts test cases in the runners' reports, and collects what failed. A runner that crashed counts as a failure.
 * @module
 */

/** @typedef {import('./tally.d.ts').Tally} Tally */

/**
 * A check counts as one test case.
 *
 * @type {typeof import('./tally.d.ts').checkTally}
 */
export const checkTally = (code) => (code === 0 ? tally({ passed: 1 }) : tally({ failed: 1 }))

/**
 * Counts the test cases in vitest's JSON report. A file that did not load counts as one failure, because its test cases
 * are unknown.
 *
 * @type {typeof import('./tally.d.ts').vitestTally}
 */
export function vitestTally(code, report) {
  const parsed = parse(report)
  if (parsed === undefined) return crashed(code, {})
  const unloaded = parsed.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const counted = {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
    remarks: [
      ...parsed.testResults.flatMap(failedCases),
      ...unloaded.map((/** @type {{ name: string }} */ { name }) => `did not load: ${name}`),
    ],
  }
  return consistent(code, counted)
}

/**
 * Counts the test cases in Playwright's JSON report. A flaky test counts as passed. Each error outside tests counts as
 * one failure.
 *
 * @type {typeof import('./tally.d.ts').playwrightTally}
 */
export function playwrightTally(code, report) {
  const parsed = parse(report)
  if (parsed === undefined) return crashed(code, {})
  const { expected, unexpected, flaky, skipped } = parsed.stats
  const counted = {
    passed: expected + flaky,
    failed: unexpected + parsed.errors.length,
    skipped,
    remarks: [
      ...(parsed.suites ?? []).flatMap((/** @type {Suite} */ suite) => failedSpecs(suite, [])),
      ...parsed.errors.map((/** @type {{ message?: string }} */ { message }) => message ?? 'error'),
    ],
  }
  return consistent(code, counted)
}

/**
 * @param {{ name: string, assertionResults: { status: string, fullName?: string, failureMessages?: string[] }[] }} file
 * @returns {string[]}
 */
function failedCases({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => [name, fullName, failureMessages?.[0]].filter(Boolean).join(': '))
}

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {Suite[]} [suites]
 * @property {{ title: string, ok: boolean }[]} [specs]
 *
 * @param {Suite} suite
 * @param {string[]} above
 * @returns {string[]}
 */
function failedSpecs({ title, suites = [], specs = [] }, above) {
  const path = [...above, title]
  return [
    ...specs.filter(({ ok }) => !ok).map((spec) => [...path, spec.title].join(' › ')),
    ...suites.flatMap((suite) => failedSpecs(suite, path)),
  ]
}

/** @type {typeof import('./tally.d.ts').sumTallies} */
export const sumTallies = (tallies) =>
  tallies.reduce(
    (sum, { passed, failed, skipped, remarks }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      remarks: [...sum.remarks, ...remarks],
    }),
    tally({}),
  )

/** @type {typeof import('./tally.d.ts').closingLine} */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/** @param {Partial<Tally>} counted @returns {Tally} */
function tally(counted) {
  return { passed: 0, failed: 0, skipped: 0, remarks: [], ...counted }
}

/**
 * Adds a failure if the exit code says so: a run without a failed test case can still have failed.
 * @param {number} code
 * @param {Partial<Tally>} counted
 */
function consistent(code, counted) {
  const { passed = 0, failed = 0 } = counted
  if (failed === 0 && (code !== 0 || passed === 0)) return crashed(code, counted)
  return tally(counted)
}

/** @param {number} code @param {Partial<Tally>} counted */
function crashed(code, counted) {
  const why = code === 0 ? 'the runner ran no test' : `the runner ended with ${code}`
  return tally({ ...counted, failed: 1, remarks: [...(counted.remarks ?? []), why] })
}

/** @param {string | undefined} report @returns {any} */
function parse(report) {
  try {
    const parsed = JSON.parse(report ?? '')
    return typeof parsed === 'object' && parsed !== null && ('testResults' in parsed || 'stats' in parsed)
      ? parsed
      : undefined
  } catch {
    return undefined
  }
}
