/** Reports each commit to `onEvent`, with the names of the fields that it changed. @module */
import type { Timed } from '../machine/events.js'
import type { Committed, Journal } from './journal.js'

/** Wraps a journal, and reports its commits and their durations. */
export const observe = (timed: Timed, journal: Journal): Journal => ({
  ...journal,
  commit: (...given) =>
    timed(
      () => journal.commit(...given),
      (made) => ({ type: 'commit', changed: made ? changedBy(made) : [] }),
    ),
})

function changedBy({ before, after }: Committed): readonly string[] {
  const old: Readonly<Record<string, unknown>> = { ...before }
  const next: Readonly<Record<string, unknown>> = { ...after }
  return Object.keys({ ...old, ...next }).filter(
    (field) => field !== 'revision' && old[field] !== next[field],
  )
}
