/** Saves an emulator soon after it has changed. @module */
import type { StateFile } from './state-file.js'

/** Saves one emulator to its state file. */
export interface Keeper {
  /** Call this when the state may have changed. */
  readonly changed: () => void
  /** Saves for the last time; later changes are not saved. Throws if saving fails. */
  readonly finish: () => void
}

/** Milliseconds from a change until it is saved, so that a burst of calls is saved only once. */
const patience = 100

/** Creates a keeper. If saving fails, it reports the failure to `complain` and tries again after the next change. */
export function keep(
  file: StateFile,
  snapshot: () => Iterable<string>,
  complain: (line: string) => void,
): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Saving blocks everything else, so it may take up at most a twentieth of the time: a large state is saved less
  // often.
  let pause = patience
  // After `finish` another process may be using the file.
  let isFinished = false

  function write(): void {
    const started = performance.now()
    file.save(snapshot())
    pause = Math.max(patience, 20 * (performance.now() - started))
  }

  return {
    changed() {
      if (isFinished) return
      timer ??= setTimeout(() => {
        timer = undefined
        try {
          write()
        } catch (error) {
          complain(`The state could not be saved: ${error instanceof Error ? error.message : String(error)}`)
        }
      }, pause)
    },
    finish() {
      isFinished = true
      clearTimeout(timer)
      write()
    },
  }
}
