/** Writing an emulator down soon after it changed. @module */
import type { StateFile } from './state-file.js'

/** Keeps one emulator in its file. */
export interface Keeper {
  /** Something may have changed. */
  readonly changed: () => void
  /** Writes what is not written yet, and no more. Throws where that fails. */
  readonly finish: () => void
}

/** Milliseconds from a change to the file: a burst of calls is written once. */
const patience = 100

/** A keeper. What cannot be written is complained about and tried again with the next change. */
export function keep(
  file: StateFile,
  snapshot: () => Iterable<string>,
  complain: (line: string) => void,
): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Writing keeps everything else waiting: a large state is written less often, a twentieth of the time at most.
  let pause = patience
  // Whoever has finished has given the file away: another emulator may be keeping itself in it.
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
          complain(
            `The state could not be written: ${error instanceof Error ? error.message : String(error)}`,
          )
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
