/** What the emulator does with one call of the route table, in our own words, and the tests that hold it. @module */
import { type Held, inFile } from './fact.js'

/** One call by its operation. */
export interface CallFact {
  readonly operation: string
  /** `interface`: named there; `[at date]`: from the addendum. */
  readonly named: 'interface' | '[at date]'
  readonly does: string
  readonly held: Held
}

type Row = readonly [operation: string, does: string, title: string]

const rows =
  (named: CallFact['named']) =>
  (file: string, ...calls: readonly Row[]): readonly CallFact[] =>
    calls.map(([operation, does, title]) => ({
      operation,
      named,
      does,
      held: { file: inFile(file), titles: [title] },
    }))

/** Calls that the interface names, held by tests of one file given short. */
export const named: (file: string, ...calls: readonly Row[]) => readonly CallFact[] = rows('interface')

/** Calls of the addendum. */
export const added: (file: string, ...calls: readonly Row[]) => readonly CallFact[] = rows('[at date]')
