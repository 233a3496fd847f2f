/** Suggests the known word that is closest to a mistyped word. @module */

/**
 * Returns a sentence that names the closest known word, with a space in front; an empty string if no word is close.
 *
 * @example
 * didYouMean('emulatr', ['emulator', 'help']) // ' Did you mean "emulator"?'
 */
export function didYouMean(word: string, known: readonly string[]): string {
  const [closest] = known
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, candidate.length / 4))
    .sort((a, b) => a.edits - b.edits)
  return closest === undefined ? '' : ` Did you mean "${closest.candidate}"?`
}

/**
 * Returns the minimum number of edits that turn one word into the other. An edit inserts, removes or replaces a letter,
 * or swaps two neighboring letters.
 */
function editsBetween(from: string, to: string): number {
  const rows: number[][] = [[...to, ''].map((_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row++) {
    const edits = [row]
    rows.push(edits)
    for (let column = 1; column <= to.length; column++) {
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      edits[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(from.length, to.length)
}
