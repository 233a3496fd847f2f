/** Plays random cases of a search, or one of them again. @module */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Direction, Played } from './play.js'

/** A search whose cases are random. A case is JSON. */
export interface Cases<Case> {
  readonly cases: fc.Arbitrary<Case>
  /** Cases that once found a fault. They are added to the random ones of every run. */
  readonly known: readonly Case[]
  /** `order` is the seed of the order in which things happen, and of all other randomness. */
  readonly play: (one: Case, order: string, direction: Direction) => Promise<Played>
}

export interface RandomSearch {
  /** Plays random cases. Resolves with what was done and found, and with the commands that play a failed case again. */
  many(runs: number, seed: number): Promise<object>
  /** Plays one case again, from the text in such a command. */
  again(text: string, keepTrace: boolean): Promise<object>
}

/** What nothing in this process has caught since it was last read. */
export const uncaught: string[] = []
process.on('unhandledRejection', (error) => uncaught.push(String(error)))
process.on('uncaughtException', (error) => uncaught.push(String(error)))

const kinds = ['lost', 'doubled', 'hung', 'uncaught', 'odd'] as const

/** The maximum number of shorter cases that are tried after a failure. */
const shrinks = 400

/** The order is derived from the case, so that the seed determines everything. */
const orderOf = (one: object): string =>
  createHash('sha256').update(JSON.stringify(one)).digest('hex').slice(0, 8)

const stopped = (error: unknown): Played => ({
  ...{ hash: '', trace: [], done: {}, lost: [], doubled: [], hung: [] },
  odd: [`stopped: ${error instanceof Error ? error.stack : error}`],
})

/** @param name of the search in the commands that play a case again */
export function randomSearch<Case extends object>(
  name: string,
  { cases, known, play }: Cases<Case>,
): RandomSearch {
  const judged = async (one: Case, order: string, direction: Direction = {}) => {
    const played = await play(one, order, direction).catch(stopped)
    const all = { ...played, uncaught: uncaught.splice(0) }
    const wrong = kinds.filter((kind) => all[kind].length > 0)
    const text = JSON.stringify(Object.fromEntries(wrong.map((kind) => [kind, all[kind]])), undefined, 1)
    return { ...played, wrong, failure: wrong.length === 0 ? '' : text }
  }
  const replay = (one: Case, order: string): string =>
    `npm run faults -- --of ${name} --replay '${JSON.stringify({ order, ...one })}'`

  return {
    async many(runs, seed) {
      const done: Record<string, number> = {}
      const found = { lost: 0, doubled: 0, hung: 0, uncaught: 0, odd: 0 }
      const hashes: string[] = []
      let first: { readonly one: Case; readonly order: string } | undefined
      let shortest = ''
      let tried = 0
      const property = fc.asyncProperty(cases, async (one) => {
        if (tried > shrinks) return
        const order = first?.order ?? orderOf(one)
        const { hash, done: did, wrong, failure } = await judged(one, order)
        if (first) tried += 1
        else {
          hashes.push(hash)
          for (const [what, count] of Object.entries(did)) done[what] = (done[what] ?? 0) + count
        }
        if (failure === '') return
        // A failing case counts once. The shorter cases to which it is reduced are the same finding.
        if (first === undefined) for (const kind of wrong) found[kind] += 1
        first ??= { one, order }
        shortest = `${failure}\nshrunk: ${replay(one, order)}`
        throw new Error(failure)
      })
      const examples = known.map((one): [Case] => [one])
      const { numRuns } = await fc.check(property, { numRuns: runs + known.length, seed, examples })
      const failure = first ? `replay: ${replay(first.one, first.order)}\n${shortest}` : ''
      return { runs: numRuns, seed, done, found, failure, hashes }
    },
    again(text, keepTrace) {
      const { order, ...one } = JSON.parse(text)
      return judged(one, order, { keepTrace })
    },
  }
}
