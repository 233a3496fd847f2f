/** Postings the other way round. @module */
import type { Line } from '../../money/ledger.js'

/** The lines of the opposite posting. */
export const reversed = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => ({ ...line, amount: -line.amount }))
