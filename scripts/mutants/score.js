/** The score of a run: which mutants were killed, which survived, and which survivors are explained. @module */

/**
 * A mutant as Stryker reports it, with the file's path in the project. Places are counted from 1.
 *
 * @typedef {{ line: number, column: number }} Place
 * @typedef {{ fileName: string, status: string, mutatorName: string, replacement?: string, location: { start: Place, end: Place } }} Mutant
 *
 * The figures for a file's mutants that could be run. `survived` includes `explained`.
 * @typedef {{ file: string, mutants: number, killed: number, survived: number, explained: number }} Row
 *
 * @typedef {ReturnType<typeof judge>} Judged
 */

/** The percentage of mutants that tests must kill. A survivor without an explanation fails the run at any score. */
const threshold = 95

/**
 * @param {readonly Mutant[]} mutants
 * @param {(file: string) => string} sourceOf
 * @param {readonly import('./explained.js').Explanation[]} explained
 */
export function judge(mutants, sourceOf, explained) {
  const counted = mutants
    .filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
    .map((mutant) => ({
      ...spotOf(mutant, sourceOf(mutant.fileName)),
      status: mutant.status,
      alive: mutant.status === 'Survived' || mutant.status === 'NoCoverage',
    }))
  const files = [...new Set(counted.map(({ file }) => file))].sort()
  // Each explanation covers one mutant. Two mutants of one mutator on one line need two explanations.
  const free = explained.filter(({ file }) => files.includes(file))
  const unexplained = counted.filter((mutant) => {
    const at = mutant.alive ? free.findIndex((one) => isOf(one, mutant)) : -1
    if (at !== -1) free.splice(at, 1)
    return mutant.alive && at === -1
  })
  // On a slow machine, the mutant that is explained may have timed out. Its explanation is not stale.
  const stale = free.filter(
    (one) => !counted.some((mutant) => mutant.status === 'Timeout' && isOf(one, mutant)),
  )
  const rows = files.map((file) => {
    const own = counted.filter((mutant) => mutant.file === file)
    const survived = own.filter(({ alive }) => alive).length
    const bare = unexplained.filter((mutant) => mutant.file === file).length
    return {
      file,
      mutants: own.length,
      killed: own.length - survived,
      survived,
      explained: survived - bare,
    }
  })
  const total = sum(rows)
  return {
    rows,
    total,
    unexplained: unexplained.map(
      ({ file, line, mutator, from, to }) => `${file}:${line} ${mutator} ${JSON.stringify({ from, to })}`,
    ),
    stale: stale.map(({ file, code, mutator }) => `${file} ${mutator} ${code}`),
    good: total.mutants > 0 && raw(total) >= threshold && unexplained.length === 0 && stale.length === 0,
  }
}

/** @typedef {{ file: string, code: string, mutator: string }} Spot */

/** @param {Spot} explanation @param {Spot} mutant */
const isOf = (explanation, mutant) =>
  explanation.file === mutant.file &&
  mutant.code.includes(explanation.code) &&
  explanation.mutator === mutant.mutator

/** @param {Judged} judged */
export function table({ rows, total, unexplained, stale }) {
  const width = Math.max(...rows.map(({ file }) => file.length), 4)
  const line = (/** @type {readonly string[]} */ [file = '', ...figures]) =>
    [file.padEnd(width), ...figures.map((figure) => figure.padStart(9))].join(' ')
  return [
    line(['file', 'mutants', 'killed', 'survived', 'explained', 'score']),
    ...[...rows, total].map((row) =>
      line([
        row.file,
        ...[row.mutants, row.killed, row.survived, row.explained].map(String),
        `${raw(row).toFixed(1)} %`,
      ]),
    ),
    ...unexplained.map((survivor) => `survived: ${survivor}`),
    ...stale.map((entry) => `explained, but nothing survived: ${entry}`),
  ]
}

/** @param {Judged} judged @param {number} minutes */
export function closing({ total, unexplained, stale }, minutes) {
  const { mutants, killed, explained: reasons } = total
  const rest = mutants - reasons
  return (
    `${mutants} mutants, ${killed} killed, ${reasons} explained, ${unexplained.length} survived: ` +
    `score ${raw(total).toFixed(1)} %, ${percent(killed, rest).toFixed(1)} % without the explained ones` +
    `${stale.length > 0 ? `, ${stale.length} explanations excuse nothing` : ''} (${minutes} min)`
  )
}

/** @param {Row} row */
const raw = ({ killed, mutants }) => percent(killed, mutants)

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole)

/** @param {readonly Row[]} rows @returns {Row} */
function sum(rows) {
  const of = (/** @type {'mutants' | 'killed' | 'survived' | 'explained'} */ name) =>
    rows.reduce((total, row) => total + row[name], 0)
  return {
    file: 'all',
    mutants: of('mutants'),
    killed: of('killed'),
    survived: of('survived'),
    explained: of('explained'),
  }
}

/** Returns where a mutant begins, and what it changes. @param {Mutant} mutant @param {string} source */
function spotOf({ fileName, mutatorName, location: { start, end }, replacement = '' }, source) {
  const covered = source.split('\n').slice(start.line - 1, end.line)
  const last = covered.length - 1
  const from = covered
    .map((text, i) =>
      text.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : undefined).trim(),
    )
    .join(' ')
  const to = replacement
    .split('\n')
    .map((text) => text.trim())
    .join(' ')
  return { file: fileName, line: start.line, code: covered[0] ?? '', mutator: mutatorName, from, to }
}
