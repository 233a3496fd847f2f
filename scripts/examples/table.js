/** The table that `npm run examples` prints. @module */

/**
 * @typedef {object} Outcome
 * @property {import('./stacks.js').Stack} stack
 * @property {{ install: number, build: number, run: number }} seconds
 * @property {readonly string[]} warnings
 * @property {{ readonly first: number, readonly total: number }} [sizes] of the page's JavaScript, after gzip
 * @property {string} [failure] why the example failed
 */

const head = ['Stack', 'Result', 'Install', 'Build', 'Run', 'First load', 'All of it', 'Warnings']

/** @param {readonly Outcome[]} outcomes @returns {string} */
export function table(outcomes) {
  const rows = [head, head.map(() => ''), ...outcomes.map(cells)]
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row, index) =>
      widths.map((width, column) => (index === 1 ? '-'.repeat(width) : (row[column] ?? '').padEnd(width))),
    )
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** @param {Outcome} outcome */
function cells({ stack, seconds, warnings, sizes, failure }) {
  return [
    stack.title,
    failure === undefined ? 'green' : 'red',
    ...[seconds.install, seconds.build, seconds.run].map((value) => `${value.toFixed(1)} s`),
    ...[sizes?.first, sizes?.total].map((value) =>
      value === undefined ? '–' : `${(value / 1024).toFixed(1)} KiB`,
    ),
    String(warnings.length),
  ]
}
