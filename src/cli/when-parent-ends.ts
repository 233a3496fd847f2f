/** Notices the end of the process that started this one. @module */

/**
 * Calls `end` when the process that started this one has ended, such as a test suite that was killed, or the `npx` of a
 * script, which passes no signal on. Until then it does not keep this process alive.
 */
export function whenParentEnds(end: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 250)
  watch.unref()
}
