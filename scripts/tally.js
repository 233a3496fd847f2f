/** Counts test cases in the reports of Vitest and Playwright. @module */

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const sumTallies = (tallies) => {
  const sum = (/** @type {keyof Tally} */ key) => tallies.reduce((total, tally) => total + tally[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** @param {Tally} tally */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/**
 * Counts the cases of a run. Without a failed case it has failed anyway if the runner says so, if it ran no case, or if it
 * left no report.
 *
 * @param {number} code the runner's exit code
 * @param {string} report in JSON
 * @returns {Tally}
 */
export function tallyOf(code, report) {
  const counted = countsIn(report)
  return counted.failed === 0 && (code !== 0 || counted.passed === 0) ? { ...counted, failed: 1 } : counted
}

/** @param {string} report @returns {Tally} */
function countsIn(report) {
  try {
    const { stats, errors, testResults, ...counts } = JSON.parse(report)
    if (stats !== undefined) {
      const { expected, flaky, unexpected, skipped } = stats
      return { passed: expected + flaky, failed: unexpected + errors.length, skipped }
    }
    // The cases of a file that did not load are unknown.
    const unloaded = testResults.filter(
      (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
        file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    )
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = counts
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      skipped: numPendingTests + numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
