/** Saving an emulator soon after it changed. @module */
import type { StateFile } from './state-file.js'

/** Saves one emulator to its file. */
export interface Keeper {
  /** To be called when something may have changed. */
  readonly changed: () => void
  /** Saves for the last time; later changes are not saved. Throws when that fails. */
  readonly finish: () => void
}

/** Milliseconds from a change to its saving: a burst of calls is saved once. */
const patience = 100

/** Creates a keeper. A failure is reported, and saving is tried again after the next change. */
export function keep(
  file: StateFile,
  snapshot: () => Iterable<string>,
  complain: (line: string) => void,
): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Saving blocks everything else. It may take a twentieth of the time at most, so a large state is saved less often.
  let pause = patience
  // After `finish` the file may belong to another emulator.
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
