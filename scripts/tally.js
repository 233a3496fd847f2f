/** Counts test cases in JUnit reports, which Vitest and Playwright both write. @module */

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
 * @param {string} report in JUnit's XML
 * @returns {Tally}
 */
export function tallyOf(code, report) {
  const suites = report.match(/<testsuite [^>]*>/g) ?? []
  const sum = (/** @type {string} */ name) =>
    suites.reduce((total, tag) => total + Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1] ?? 0), 0)
  const [failed, skipped] = [sum('failures') + sum('errors'), sum('skipped')]
  const passed = sum('tests') - failed - skipped
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed, skipped }
}
