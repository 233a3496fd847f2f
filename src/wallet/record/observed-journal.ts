/** Reports each commit to `onEvent`, with the names of the fields that it changed. @module */
import type { Timed } from '../machine/events.js'
import type { Journal } from './journal.js'
import type { AccountRecord, Commit } from './record.js'

/** Wraps a journal, and reports its commits and their durations. */
export function observed(timed: Timed, journal: Journal): Journal {
  /** Runs a commit, and reports which fields it has changed. */
  const reported = <T>(
    change: Commit,
    run: (seen: Commit) => Promise<T>,
    afterOf: (result: T | undefined) => AccountRecord | undefined,
  ): Promise<T> => {
    let before: Readonly<Record<string, unknown>> = {}
    const seen: Commit = (record) => {
      before = { ...record }
      return change(record)
    }
    const changed = (after: Readonly<Record<string, unknown>>): readonly string[] =>
      Object.keys({ ...before, ...after }).filter(
        (field) => field !== 'revision' && before[field] !== after[field],
      )
    return timed(
      () => run(seen),
      (result) => {
        const after = afterOf(result)
        return { type: 'commit', changed: after ? changed({ ...after }) : [] }
      },
    )
  }
  return {
    ...journal,
    commit: (change, ended) =>
      reported(
        change,
        (seen) => journal.commit(seen, ended),
        (after) => after,
      ),
    commitAndRead: (change) => reported(change, journal.commitAndRead, (pair) => pair?.[0]),
  }
}
