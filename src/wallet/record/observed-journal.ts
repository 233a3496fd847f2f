/** Reports each commit to `onEvent`, with the names of the fields that it changed. @module */
import type { Timed } from '../machine/events.js'
import type { Journal } from './journal.js'
import type { Commit } from './record.js'

/** Wraps a journal, and reports its commits and their durations. */
export function observe(timed: Timed, journal: Journal): Journal {
  const commit: Journal['commit'] = (change, ...rest) => {
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
      () => journal.commit(seen, ...rest),
      (after) => ({ type: 'commit', changed: after ? changed({ ...after }) : [] }),
    )
  }
  return { ...journal, commit }
}
