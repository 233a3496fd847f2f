/** What happened in a scene, line by line, and one hash of it all. @module */
import { createHash } from 'node:crypto'

export interface Trace {
  note(line: string): void
  /** 16 hex characters that depend on every line so far. */
  hash(): string
  lines(): readonly string[]
}

/** @param keep whether the lines are kept to be read, and not only counted in */
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
