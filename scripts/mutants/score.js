/** The score of a run: which mutants were killed, which survived, and which survivors are explained. @module */

/**
 * A mutant as Stryker reports it, with the file's path in the project. Places are counted from 1.
 *
 * @typedef {{ line: number, column: number }} Place
 * @typedef {object} Mutant
 * @property {string} fileName
 * @property {string} status
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {{ start: Place, end: Place }} location
 */

/** The percentage of mutants that tests must kill. A survivor without an explanation fails the run at any score. */
const threshold = 95

/**
 * Returns the figures of each file and of all, the survivors without an explanation, and the explanations without one.
 *
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
  const rowOf = (/** @type {string} */ file, all = counted, bare = unexplained) => {
    const survived = all.filter(({ alive }) => alive).length
    const killed = all.length - survived
    const score = Math.round((1000 * killed) / all.length) / 10
    return { file, mutants: all.length, killed, survived, explained: survived - bare.length, score }
  }
  const of = (/** @type {string} */ file) => (/** @type {{ file: string }} */ one) => one.file === file
  const total = rowOf('all')
  return {
    rows: files.map((file) => rowOf(file, counted.filter(of(file)), unexplained.filter(of(file)))),
    total,
    unexplained: unexplained.map(
      ({ file, line, mutator, from, to }) => `${file}:${line} ${mutator} ${JSON.stringify({ from, to })}`,
    ),
    stale: stale.map(({ file, code, mutator }) => `${file} ${mutator} ${code}`),
    good:
      100 * total.killed >= threshold * total.mutants &&
      total.mutants > 0 &&
      unexplained.length + stale.length === 0,
  }
}

/** @typedef {{ file: string, code: string, mutator: string }} Spot */

/** @param {Spot} explanation @param {Spot} mutant */
const isOf = (explanation, mutant) =>
  explanation.file === mutant.file &&
  mutant.code.includes(explanation.code) &&
  explanation.mutator === mutant.mutator

/** Returns where a mutant begins, and what it changes. @param {Mutant} mutant @param {string} source */
function spotOf({ fileName, mutatorName, location: { start, end }, replacement = '' }, source) {
  const covered = source.split('\n').slice(start.line - 1, end.line)
  // The end is cut first, because the beginning may be in the same line.
  const from = [...covered.slice(0, -1), (covered.at(-1) ?? '').slice(0, end.column - 1)]
  from[0] = (from[0] ?? '').slice(start.column - 1)
  const inOneLine = (/** @type {readonly string[]} */ lines) => lines.map((text) => text.trim()).join(' ')
  return {
    file: fileName,
    line: start.line,
    code: covered[0] ?? '',
    mutator: mutatorName,
    from: inOneLine(from),
    to: inOneLine(replacement.split('\n')),
  }
}
