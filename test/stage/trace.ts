/** A trace of what happened in a scene, line by line, and a hash of all lines. @module */
import { createHash } from 'node:crypto'

export interface Trace {
  note(line: string): void
  /** Returns 16 hex characters that depend on every line so far. */
  hash(): string
  lines(): readonly string[]
}

/** @param keep whether the lines are kept for reading, and not only hashed */
export function createTrace(keep: boolean): Trace {
  const lines: string[] = []
  const hash = createHash('sha256')
  return {
    note(line) {
      hash.update(`${line}\n`)
      if (keep) lines.push(line)
    },
    hash: () => hash.copy().digest('hex').slice(0, 16),
    lines: () => lines,
  }
}
