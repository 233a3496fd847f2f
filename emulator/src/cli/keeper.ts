/** Saves the state of an emulator to a file soon after each change. @module */
import type { StateFile } from './state-file.js'

/** Saves the state of one emulator to its file. */
export interface Keeper {
  /** Call this when the state may have changed. */
  readonly changed: () => void
  /** Saves once more, and ignores all later changes. Throws if saving fails. */
  readonly finish: () => void
}

/**
 * The minimum delay between a change and its save, in milliseconds. A burst of changes is therefore saved only once.
 */
const patience = 100

/**
 * Creates a keeper. If saving fails, the keeper passes a message to `complain` and tries again after the next change.
 */
export function keep(
  file: StateFile,
  snapshot: () => Iterable<string>,
  complain: (line: string) => void,
): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Saving blocks all requests. So the delay is at least 20 times as long as the last save took, and a large state is
  // saved less often.
  let pause = patience
  // After `finish` nothing may be saved, because another process may be using the file.
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
