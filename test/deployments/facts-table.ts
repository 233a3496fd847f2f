/** The table of facts as the docs show it. @module */
import type { Fact } from '../../src/wire/fact.js'
import { facts } from '../../src/wire/facts.js'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Returns the table in Markdown, with one row for each fact. */
export function factsTable(): string {
  const lines = Object.entries<Fact>(facts).map(([name, fact]) => {
    const seed = fact.silent === undefined ? fact.seed : `not said; ${fact.seed}`
    const columns = [fact.what, seed, fact.sandbox, fact.production, fact.since, fact.standing]
    return `| \`${name}\` | ${columns.map(cell).join(' | ')} |`
  })
  return [
    '| Fact | What it is about | The interface (`seed`) | Sandbox | Production | Since | Rests on |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
