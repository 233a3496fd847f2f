/** Combines two abort signals. @module */

/**
 * Runs `work` with a signal that aborts when `signal` or `disposed` aborts. Removes its listeners from both signals
 * once `work` has settled. Replaces `AbortSignal.any`, which some browsers lack, such as Safari 17.3.
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
