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
const saveDelay = 100

/** How long after a save that failed the next one is tried, in milliseconds. */
const pauseAfterFailure = 1_000

/** From how many milliseconds on it is said how long a change may stay unsaved. */
const longPause = 5_000

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/**
 * Creates a keeper. If saving fails, the keeper tries again every second, and passes each reason to `complain` once.
 * It also says so if a change may stay unsaved for long, because the state is large.
 */
export function keep(
  file: StateFile,
  snapshot: () => Iterable<string>,
  complain: (line: string) => void,
): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Saving blocks all requests. So the delay is at least 20 times as long as the last save took, and a large state is
  // saved less often.
  let pause = saveDelay
  let saidPause = longPause / 2
  // After `finish` nothing may be saved, because another process may be using the file.
  let isFinished = false

  function write(): void {
    const started = performance.now()
    file.save(snapshot())
    pause = Math.max(saveDelay, 20 * (performance.now() - started))
    // Said again only when it has become twice as long.
    if (pause < longPause || pause < 2 * saidPause) return
    saidPause = pause
    complain(
      `The state is large: saving it took ${inSeconds(pause / 20)}, so a change may stay unsaved for up to ${inSeconds(pause)}. Ctrl-C and SIGTERM save it.`,
    )
  }

  let complained = ''
  function attempt(): void {
    timer = undefined
    try {
      write()
      complained = ''
    } catch (error) {
      const line = `The state could not be saved: ${error instanceof Error ? error.message : String(error)}`
      if (line !== complained) complain(line)
      complained = line
      timer = setTimeout(attempt, pauseAfterFailure)
    }
  }

  return {
    changed() {
      if (!isFinished) timer ??= setTimeout(attempt, pause)
    },
    finish() {
      isFinished = true
      clearTimeout(timer)
      write()
    },
  }
}
