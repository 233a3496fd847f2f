/** The score of a run: which mutants were seen, which live, and which of those are explained. @module */
import { explained } from './explained.js'

/**
 * @typedef {Pick<import('@stryker-mutator/api/core').MutantResult, 'fileName' | 'status' | 'location' | 'replacement' | 'mutatorName'>} Mutant
 *
 * @typedef {object} Row
 * @property {string} file
 * @property {number} mutants those that could be run and are counted
 * @property {number} killed a test failed, or (rarely) nothing ended any more
 * @property {number} survived
 * @property {number} explained part of `survived`
 *
 * @typedef {object} Judged
 * @property {readonly Row[]} rows
 * @property {Row} total
 * @property {readonly string[]} unexplained
 * @property {readonly string[]} stale entries of the list that nothing needs any more
 * @property {boolean} good
 */

/** Least part of all mutants, in percent, that tests have to kill; a survivor without a reason fails whatever the score. */
const threshold = 90

/**
 * @param {readonly Mutant[]} mutants
 * @param {(file: string) => string} sourceOf
 * @returns {Judged}
 */
export function judge(mutants, sourceOf) {
  const counted = mutants.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  )
  const files = [...new Set(counted.map(({ fileName }) => fileName))].sort()
  const unexplained = /** @type {string[]} */ ([])
  const used = /** @type {Set<unknown>} */ (new Set())
  const rows = files.map((file) => {
    const source = sourceOf(file)
    const own = counted.filter(({ fileName }) => fileName === file)
    const alive = own.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    const reasons = alive.map((mutant) => {
      const spot = spotOf(mutant, source)
      const entry = explained.find(
        (entry) =>
          entry.file === file && entry.line === spot.line && entry.from === spot.from && entry.to === spot.to,
      )
      used.add(entry)
      if (entry === undefined)
        unexplained.push(`${file}:${spot.at} ${mutant.mutatorName} ${JSON.stringify(spot)}`)
      return entry
    })
    return {
      file,
      mutants: own.length,
      killed: own.length - alive.length,
      survived: alive.length,
      explained: reasons.filter((entry) => entry !== undefined).length,
    }
  })
  const stale = explained
    .filter((entry) => files.includes(entry.file) && !used.has(entry))
    .map(({ file, line, from, to }) => `${file} ${JSON.stringify({ line, from, to })}`)
  const total = sum(rows)
  const good = total.mutants > 0 && raw(total) >= threshold && unexplained.length === 0 && stale.length === 0
  return { rows, total, unexplained, stale, good }
}

/** @param {Judged} judged @returns {readonly string[]} */
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
    ...stale.map((entry) => `explained, but not alive: ${entry}`),
  ]
}

/** @param {Judged} judged @param {number} minutes @returns {string} */
export function closing({ total, unexplained, stale }, minutes) {
  const { mutants, killed, explained: reasons } = total
  const rest = mutants - reasons
  return (
    `${mutants} mutants, ${killed} killed, ${reasons} explained, ${unexplained.length} survived: ` +
    `score ${raw(total).toFixed(1)} %, ${percent(killed, rest).toFixed(1)} % without the explained ones` +
    `${stale.length > 0 ? `, ${stale.length} explanations out of date` : ''} (${minutes} min)`
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

/** Where a mutant is, in words that outlive a change of line numbers. @param {Mutant} mutant @param {string} source */
function spotOf({ location: { start, end }, replacement = '' }, source) {
  const lines = source.split('\n')
  const covered = lines.slice(start.line - 1, end.line)
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
  return { at: start.line, line: (lines[start.line - 1] ?? '').trim(), from, to }
}
