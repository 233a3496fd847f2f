/** Lets concurrent callers share one run of a call. @module */
import { onAbort, untilAborted } from '../../clock.js'
import { cancelled } from '../transport/transport.js'

interface Run<T> {
  readonly id: string
  readonly ended: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/**
 * Runs `work` once for all callers that ask for the same `id` while it runs. A caller's abort ends only that caller's
 * wait. When the last caller aborts, the run is aborted too, and that caller gets the result of the run. A caller
 * who comes after that gets a new run.
 */
export function shared<Subject extends { readonly id: string }, T>(
  work: (subject: Subject, signal: AbortSignal) => Promise<T>,
): (subject: Subject, signal: AbortSignal | undefined) => Promise<T> {
  let current: Run<T> | undefined
  const begin = (subject: Subject): Run<T> => {
    const controller = new AbortController()
    const ended = work(subject, controller.signal).finally(() => {
      if (current === run) current = undefined
    })
    const run: Run<T> = { id: subject.id, ended, controller, waiting: 0 }
    return run
  }
  const joined = (subject: Subject, signal: AbortSignal | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled(signal))
      if (current?.id !== subject.id) current = begin(subject)
      const run = current
      run.waiting += 1
      const aborted = (): void => {
        run.waiting -= 1
        if (run.waiting === 0) run.controller.abort(signal && cancelled(signal))
        else if (signal) reject(cancelled(signal))
      }
      run.ended.finally(onAbort(signal, aborted)).then(resolve, reject)
    })
  return async (subject, signal) => {
    // A run that all its callers have left is about to end. Nobody new joins it, and a second one would meet it.
    while (!signal?.aborted && current?.id === subject.id && current.controller.signal.aborted)
      await untilAborted(signal, current.ended).catch(() => {})
    return joined(subject, signal)
  }
}
