/** Waiting for whichever of two signals aborts first. @module */

/**
 * Runs `work` with a signal that aborts with the caller's signal or when the wallet is disposed, and lets go of both when it
 * has settled. `AbortSignal.any` is missing in browsers that are still in use, such as Safari 17.3.
 */
export async function withAnySignal<T>(
  signal: AbortSignal | undefined,
  disposed: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work(disposed)
  const either = new AbortController()
  const aborts = [signal, disposed].map((each) => {
    const abort = (): void => either.abort(each.reason)
    if (each.aborted) abort()
    each.addEventListener('abort', abort)
    return () => each.removeEventListener('abort', abort)
  })
  try {
    return await work(either.signal)
  } finally {
    for (const letGo of aborts) letGo()
  }
}
